import * as v from 'valibot';

/** `GET`: who is signed in. Cached pages hold nothing personal, so they ask. */
export const ACCOUNT_PATH = '/api/account';
/** `POST`, JSON or a form: ends the session. */
export const SIGN_OUT_PATH = '/api/sign-out';
/** AUTH-05. */
export const CONTACT_EXISTS_PATH = '/api/check-if-contact-exists';
export const RATE_LIMIT_PATH = '/api/rate-limit';

const MAX_TEXT = 100;

export const AccountSchema = v.strictObject({
  signed_in: v.pipe(v.boolean(), v.description('Whether a shopper is signed in; if not, the only key')),
  first_name: v.optional(v.pipe(v.string(), v.description('Empty where the shopper gave none'))),
  phone: v.optional(v.pipe(v.string(), v.description('Digits from 0'))),
});
export type Account = v.InferOutput<typeof AccountSchema>;

export const SignedOutSchema = v.strictObject({
  signed_in: v.pipe(v.literal(false), v.description('The session has ended')),
});

export const ContactExistsSchema = v.strictObject({
  data: v.pipe(
    v.nullable(
      v.strictObject({ exists: v.pipe(v.literal(true), v.description('The shopper has an account')) }),
    ),
    v.description('`null` for every number but that of the shopper who asks and is signed in'),
  ),
});

export const RateLimitRequestSchema = v.object({
  phone: v.pipe(
    v.string(),
    v.maxLength(MAX_TEXT),
    v.description('Australian mobile number, in any spelling'),
  ),
});

export const RateLimitSchema = v.strictObject({
  allowed: v.pipe(v.literal(true), v.description('A code may be asked for')),
});
