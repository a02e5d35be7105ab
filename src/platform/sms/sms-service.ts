import * as v from 'valibot';
import type { Environment } from '#src/config/environment.ts';
import { readBoundedJson } from '#src/platform/external-services/bounded-json.ts';

export type TextMessage = {
  /** E.164, `+614…`. */
  to: string;
  text: string;
  /** Services may drop it afterwards. */
  validSeconds: number;
};

/**
 * `rejected` is permanent: the number is invalid, not a mobile, or has replied STOP. `reason` never contains the
 * number, the text, or what the service said about them.
 */
type SmsOutcome = { kind: 'sent' } | { kind: 'rejected' | 'unavailable'; reason: string };

/**
 * Sends each message at most once; shoppers request another if none arrives. Returns failures as outcomes and never
 * rejects.
 */
export type Sms = { send(message: TextMessage): Promise<SmsOutcome> };

export type SmsAccount = {
  /** `https://api.twilio.com`. */
  url: string;
  /** Account id, `AC…`. */
  account: string;
  /** Auth token. */
  key: string;
  /** Number or name of the sender, or id of a messaging service, `MG…`. */
  from: string;
  timeoutMs?: number;
};

/** AUTH-01 */
export const SMS_TIMEOUT_MS = 15_000;

const MESSAGING_SERVICE = /^MG[\da-f]{32}$/;
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Error code; the message contains the shopper's number. */
const ErrorSchema = v.object({ code: v.pipe(v.number(), v.integer()) });
/** Twilio error codes: invalid number, unsubscribed with STOP, not a mobile. */
const REJECTED = [21211, 21610, 21614];
const MessageSchema = v.object({ sid: v.string() });

async function outcomeOf(response: Response): Promise<SmsOutcome> {
  const body = await readBoundedJson(response, MAX_RESPONSE_BYTES);
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
 * Twilio's Messages API and compatible services: `POST {url}/2010-04-01/Accounts/{account}/Messages.json`, urlencoded,
 * with Basic authentication; responds with 201, or an error code. Never retried: the API has no idempotency keys, and a
 * shopper must not get two codes of which only one works.
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
 * Decision 31: the configured text message service. The local one is passed in by demos and tests and cannot be
 * selected by a setting, since anyone could read its messages.
 * @returns undefined if none is configured
 * @throws Error naming missing variables
 */
export function smsOf(env: Pick<Environment, 'SMS_URL' | (typeof NEEDED)[number]>): Sms | undefined {
  if (env.SMS_URL === '') return undefined;
  const missing = NEEDED.filter((name) => env[name] === '');
  if (missing.length > 0) throw new Error(`SMS_URL is set, which needs ${missing.join(', ')} too.`);
  return httpSms({ url: env.SMS_URL, account: env.SMS_ACCOUNT, key: env.SMS_KEY, from: env.SMS_FROM });
}
