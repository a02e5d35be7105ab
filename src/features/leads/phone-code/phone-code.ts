import * as v from 'valibot';
import { REQUIRED_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import { normalisePhone } from '#src/platform/number/typed-number.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';

/** The purpose of a verification; codes and tokens are invalid for any other. */
export const PHONE_CODE_PURPOSES = ['finance', 'reserve', 'sign-in'] as const;
export type PhoneCodePurpose = (typeof PHONE_CODE_PURPOSES)[number];

/** AUTH-02 */
export const CODE_LENGTH = 6;
export const CODE_VALID_MS = 10 * MINUTE_MS;
/** Attempts at a code, after which it is invalid. */
export const CODE_TRIES = 5;
/** How long a token is valid; the form is submitted right after the verification. */
export const PHONE_TOKEN_VALID_MS = 10 * MINUTE_MS;

/** The exact texts of AUTH-02 and ERR-03. */
export const CODE_MESSAGE = 'Code must be 6 digits.';
export const WRONG_CODE_MESSAGE = 'The verification code is invalid. Please try again.';
export const TOO_MANY_TRIES_MESSAGE = 'Too many verification attempts. Please try again later.';
export const UNKNOWN_MESSAGE = 'An unknown error occurred.';
export const UNVERIFIED_MESSAGE = 'An unknown error occurred during verification.';

export const MOBILE_MESSAGE = 'Enter an Australian mobile number, such as 0412 345 678.';

export const PHONE_UNVERIFIED_MESSAGE = 'Verify your phone number with the code we send you.';

/** Only Australian mobiles: premium and foreign numbers are used for SMS pumping. */
const MOBILE = /^04\d{8}$/;

/** @param normalised as `normalisePhone` returns it */
export const isMobile = (normalised: string): boolean => MOBILE.test(normalised);

/** @returns the error message for a phone that should receive a code, if it is invalid */
export function mobileProblem(typed: string): string | undefined {
  if (typed.trim() === '') return REQUIRED_MESSAGE;
  return isMobile(normalisePhone(typed)) ? undefined : MOBILE_MESSAGE;
}

/**
 * `+614…` (E.164).
 * @param mobile as `isMobile` accepts it
 */
export const internationalMobile = (mobile: string): string => `+61${mobile.slice(1)}`;

/** @returns the error message for a malformed code */
export const codeProblem = (typed: string): string | undefined => {
  if (typed === '') return REQUIRED_MESSAGE;
  return /^\d{6}$/.test(typed) ? undefined : CODE_MESSAGE;
};

/**
 * The text message. Its last line binds the code to the site (WebOTP, Apple's domain-bound codes), so that browsers
 * autofill it only there. Characters outside the GSM alphabet would split it into two messages.
 */
export const codeText = ({ code, name, host }: { code: string; name: string; host: string }): string =>
  `${code} is your code for ${name}. It works for 10 minutes. Do not share it.\n\n@${host} #${code}`;

export const SEND_CODE_PATH = '/api/phone-codes/send';
/** Exchanges a code for a token, which a form submits with the phone. */
export const VERIFY_CODE_PATH = '/api/phone-codes/verify';

const MAX_TEXT = 100;
const text = (what: string) => v.pipe(v.string(), v.maxLength(MAX_TEXT), v.description(what));

/** Separate, so that bundlers can drop the schemas. */
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

/** Longer than the 15 s the server waits for the SMS service. */
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

/** Never rejects. */
export async function postSendCode(
  phone: string,
  purpose: PhoneCodePurpose,
): Promise<CodeReply<{ kind: 'sent' }>> {
  const reply = await post(SEND_CODE_PATH, { phone, purpose }, UNKNOWN_MESSAGE);
  return reply.kind === 'ok' ? { kind: 'sent' } : reply;
}

/** Never rejects. */
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
