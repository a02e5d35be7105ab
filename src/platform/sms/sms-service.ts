import * as v from 'valibot';
import type { Environment } from '#src/config/environment.ts';

/** One text message. */
export type TextMessage = {
  /** `+614…`, with the country code and without spaces. */
  to: string;
  text: string;
  /** How long it is of use; a service may drop it afterwards. */
  validSeconds: number;
};

/**
 * A rejected number gets no messages, now or later: it is none, no mobile, or its owner has replied STOP. `reason` never
 * contains the number, the text, or what the service said about them.
 */
type SmsOutcome = { kind: 'sent' } | { kind: 'rejected' | 'unavailable'; reason: string };

/**
 * Sends text messages, each at most once: a shopper asks for another where none arrives. Returns every failure as an
 * outcome and never rejects.
 */
export type Sms = { send(message: TextMessage): Promise<SmsOutcome> };

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

const NEEDED = ['SMS_ACCOUNT', 'SMS_KEY', 'SMS_FROM'] as const;

/**
 * Decision 31: the service that sends text messages. The local one is handed over by a demo or a test, and no setting
 * selects it: its messages can be read by others.
 * @returns undefined if none is configured
 * @throws Error that names the variables it lacks
 */
export function smsOf(env: Pick<Environment, 'SMS_URL' | (typeof NEEDED)[number]>): Sms | undefined {
  if (env.SMS_URL === '') return undefined;
  const missing = NEEDED.filter((name) => env[name] === '');
  if (missing.length > 0) throw new Error(`SMS_URL is set, which needs ${missing.join(', ')} too.`);
  return httpSms({ url: env.SMS_URL, account: env.SMS_ACCOUNT, key: env.SMS_KEY, from: env.SMS_FROM });
}
