import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import {
  type CodeVerified,
  type PhoneCodePurpose,
  SendCodeRequestSchema,
  TOO_MANY_TRIES_MESSAGE,
  UNKNOWN_MESSAGE,
  UNVERIFIED_MESSAGE,
  VerifyCodeRequestSchema,
  WRONG_CODE_MESSAGE,
} from '#src/features/leads/phone-code/phone-code.ts';
import { type ErrorBody, errorBody } from '#src/platform/http/endpoint.ts';
import {
  type CodeSending,
  type CodeVerification,
  type PhoneCodeServices,
  sendCode,
  verifyCode,
} from './phone-verification.ts';

/** AUTH-01: whether a site needs codes of this purpose; others would only cost text messages. */
export const usesCodes = (dealer: DealerConfig, purpose: PhoneCodePurpose): boolean =>
  dealer.status.state === 'live' &&
  (purpose === 'sign-in'
    ? dealer.account.signIn
    : Object.values(LEAD_FORMS).some(({ verifiesPhone }) => verifiesPhone?.(dealer) === purpose));

type Refusal = { status: number; body: ErrorBody; retryAfterSeconds?: number };

const refusal = (status: number, code: string, message: string, field?: 'phone' | 'code'): Refusal => ({
  status,
  body: errorBody(code, message, field && { fields: { [field]: message } }),
});

/** The error response; pages without JavaScript display the same message. */
export function codeRefusal(
  outcome: Exclude<CodeSending, { kind: 'sent' }> | Exclude<CodeVerification, { kind: 'verified' }>,
): Refusal {
  switch (outcome.kind) {
    case 'no_mobile':
      return refusal(422, 'invalid_phone', outcome.message, 'phone');
    case 'no_code':
      return refusal(422, 'invalid_code', outcome.message, 'code');
    case 'wrong':
      return refusal(422, 'wrong_code', WRONG_CODE_MESSAGE, 'code');
    case 'too_many':
      return {
        ...refusal(429, 'too_many_codes', TOO_MANY_TRIES_MESSAGE),
        retryAfterSeconds: outcome.retryAfterSeconds,
      };
    case 'unsent':
      return refusal(503, 'code_not_sent', UNKNOWN_MESSAGE);
    case 'failed':
      return refusal(503, 'code_not_verified', UNVERIFIED_MESSAGE);
  }
}

const BAD_REQUEST: Refusal = refusal(400, 'bad_request', 'Send phone, purpose and, to verify, code as JSON.');

const NOT_USED: Refusal = refusal(404, 'codes_not_used', 'This site sends no codes for this purpose.');

const responseOf = ({ status, body, retryAfterSeconds }: Refusal): Response => {
  const wait = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...wait } });
};

const done = (body: object) => Response.json(body, { headers: { 'Cache-Control': 'no-store' } });

/** Handles `POST /api/phone-codes/send`. */
export async function respondToSendCode(
  services: PhoneCodeServices,
  dealer: DealerConfig,
  request: Request,
  clientAddress: string | undefined,
): Promise<Response> {
  const Body = v.pipe(v.string(), v.parseJson(), SendCodeRequestSchema);
  const parsed = v.safeParse(Body, await request.text());
  if (!parsed.success) return responseOf(BAD_REQUEST);
  if (!usesCodes(dealer, parsed.output.purpose)) return responseOf(NOT_USED);
  const sending = await sendCode(services, dealer, parsed.output, clientAddress);
  return sending.kind === 'sent' ? done({ sent: true }) : responseOf(codeRefusal(sending));
}

/** Handles `POST /api/phone-codes/verify`. */
export async function respondToVerifyCode(
  services: PhoneCodeServices,
  dealer: DealerConfig,
  request: Request,
  clientAddress: string | undefined,
): Promise<Response> {
  const Body = v.pipe(v.string(), v.parseJson(), VerifyCodeRequestSchema);
  const parsed = v.safeParse(Body, await request.text());
  if (!parsed.success) return responseOf(BAD_REQUEST);
  if (!usesCodes(dealer, parsed.output.purpose)) return responseOf(NOT_USED);
  const verification = await verifyCode(services, dealer, parsed.output, clientAddress);
  return verification.kind === 'verified'
    ? done({ phone_token: verification.token } satisfies CodeVerified)
    : responseOf(codeRefusal(verification));
}
