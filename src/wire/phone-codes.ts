import * as v from 'valibot';
import {
  PHONE_CODE_PURPOSES,
  type PhoneCodePurpose,
  UNKNOWN_MESSAGE,
  UNVERIFIED_MESSAGE,
} from '#src/domain/phone-code/phone-code.ts';

/** `POST`, JSON: sends a code to a phone. */
export const SEND_CODE_PATH = '/api/phone-codes/send';
/** `POST`, JSON: exchanges the code for a token, which a form presents with the phone. */
export const VERIFY_CODE_PATH = '/api/phone-codes/verify';

const MAX_TEXT = 100;
const text = (what: string) => v.pipe(v.string(), v.maxLength(MAX_TEXT), v.description(what));

/** Apart, so that browsers load no schema. */
const PHONE_FIELDS = {
  phone: text('Australian mobile number, in any spelling'),
  purpose: v.pipe(
    v.picklist(PHONE_CODE_PURPOSES),
    v.description('What the phone is verified for; the code is worth nothing for another purpose'),
  ),
};

export const SendCodeRequestSchema = v.object(PHONE_FIELDS);

export const CodeSentSchema = v.strictObject({
  sent: v.pipe(v.literal(true), v.description('Also where the number belongs to no one')),
});

export const VerifyCodeRequestSchema = v.object({
  ...PHONE_FIELDS,
  code: text('The code, six digits'),
});

export const CodeVerifiedSchema = v.strictObject({
  phone_token: v.pipe(
    v.string(),
    v.description(
      'For the field `phone_token` of a form about this phone, within ten minutes; used up once the form is stored',
    ),
  ),
});
export type CodeVerified = v.InferOutput<typeof CodeVerifiedSchema>;

export type CodeReply<T> = T | { kind: 'refused'; message: string };

/** The server waits 15 s for the text message; its response comes first. */
const RESPONSE_TIMEOUT_MS = 16_000;

async function post(
  path: string,
  body: object,
  unknown: string,
): Promise<CodeReply<{ kind: 'ok'; body: object }>> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const reply = await response.json();
    if (response.ok) return { kind: 'ok', body: Object(reply) };
    return { kind: 'refused', message: String(reply.error.message) };
  } catch {
    return { kind: 'refused', message: unknown };
  }
}

/** Sends a code, from the browser. Never rejects. */
export async function postSendCode(
  phone: string,
  purpose: PhoneCodePurpose,
): Promise<CodeReply<{ kind: 'sent' }>> {
  const reply = await post(SEND_CODE_PATH, { phone, purpose }, UNKNOWN_MESSAGE);
  return reply.kind === 'ok' ? { kind: 'sent' } : reply;
}

/** Verifies a code, from the browser. Never rejects. */
export async function postVerifyCode(
  phone: string,
  purpose: PhoneCodePurpose,
  code: string,
): Promise<CodeReply<{ kind: 'verified'; token: string }>> {
  const reply = await post(VERIFY_CODE_PATH, { phone, purpose, code }, UNVERIFIED_MESSAGE);
  if (reply.kind === 'refused') return reply;
  const { phone_token: token } = reply.body as Partial<CodeVerified>;
  return token ? { kind: 'verified', token } : { kind: 'refused', message: UNVERIFIED_MESSAGE };
}
