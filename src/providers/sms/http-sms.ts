import * as v from 'valibot';
import type { Sms, SmsOutcome } from './sms.ts';

export type SmsAccount = {
  /** Address of the service, `https://api.twilio.com`. */
  url: string;
  /** The account's id, `AC…`. */
  account: string;
  /** Its token. */
  key: string;
  /** Number or name of the sender, or the id of a messaging service, `MG…`. */
  from: string;
  timeoutMs?: number;
};

/** AUTH-01 */
export const SMS_TIMEOUT_MS = 15_000;

const MESSAGING_SERVICE = /^MG[\da-f]{32}$/;
const MAX_RESPONSE_BYTES = 64 * 1024;

/** The number of an error; its message repeats the shopper's number. */
const ErrorSchema = v.object({ code: v.pipe(v.number(), v.integer()) });
/** Twilio's errors of a number that gets no messages: no valid number, its owner has replied STOP, no mobile. */
const REJECTED = [21211, 21610, 21614];
const MessageSchema = v.object({ sid: v.string() });

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

async function outcomeOf(response: Response): Promise<SmsOutcome> {
  const body = await readJson(response);
  if (response.ok)
    return v.is(MessageSchema, body)
      ? { kind: 'sent' }
      : { kind: 'unavailable', reason: 'the response is not as documented' };
  const code = v.is(ErrorSchema, body) ? body.code : undefined;
  const reason = `HTTP ${response.status}${code === undefined ? '' : `, error ${code}`}`;
  const isRejected = response.status === 400 && code !== undefined && REJECTED.includes(code);
  return { kind: isRejected ? 'rejected' : 'unavailable', reason };
}

/**
 * Twilio's Messages API, and services that speak it: `POST {url}/2010-04-01/Accounts/{account}/Messages.json`,
 * urlencoded, with account and token as Basic authentication; 201 with the message, or an error with its number.
 * Never retried: the API recognises no repeats, and a shopper must not get two codes of which one is worthless.
 */
export function httpSms({ url, account, key, from, timeoutMs = SMS_TIMEOUT_MS }: SmsAccount): Sms {
  const address = `${url.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${account}:${key}`).toString('base64')}`;
  const sender = MESSAGING_SERVICE.test(from) ? 'MessagingServiceSid' : 'From';
  return {
    async send({ to, text, validSeconds }) {
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: { accept: 'application/json', authorization },
          body: new URLSearchParams({
            To: to,
            [sender]: from,
            Body: text,
            ValidityPeriod: String(validSeconds),
          }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        return await outcomeOf(response);
      } catch (error) {
        const timedOut = error instanceof Error && error.name === 'TimeoutError';
        return { kind: 'unavailable', reason: timedOut ? 'no response in time' : 'no connection' };
      }
    },
  };
}
