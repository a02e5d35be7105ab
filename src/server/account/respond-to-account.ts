import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { normalisePhone } from '#src/domain/lead/phone.ts';
import {
  mobileProblem,
  PHONE_CODE_PURPOSES,
  TOO_MANY_TRIES_MESSAGE,
} from '#src/domain/phone-code/phone-code.ts';
import { returnPath } from '#src/routing/return-path.ts';
import { type Account, RateLimitRequestSchema } from '#src/wire/account.ts';
import { errorResponse } from '#src/wire/error.ts';
import { usesCodes } from '../phone-codes/uses-codes.ts';
import { waitOfUse } from '../shared-limits.ts';
import { endSession, type SessionServices, signedInContact } from './session.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };
const json = (body: object) => Response.json(body, { headers: NO_STORE });

const noSignIn = () => errorResponse(404, 'no_sign_in', 'This site has no sign-in.');
const noCodes = () => errorResponse(404, 'codes_not_used', 'This site sends no codes.');
const noMobile = (message: string) => errorResponse(422, 'invalid_phone', message);

const cookieOf = ({ headers }: Request): string | null => headers.get('cookie');

/** Handles `GET /api/account`. */
export async function respondToAccount(
  services: SessionServices,
  dealer: DealerConfig,
  request: Request,
): Promise<Response> {
  if (!usesCodes(dealer, 'sign-in')) return noSignIn();
  const contact = await signedInContact(services, dealer.slug, cookieOf(request));
  return json(
    (contact
      ? { signed_in: true, first_name: contact.firstName, phone: contact.phone }
      : { signed_in: false }) satisfies Account,
  );
}

/** AUTH-06: handles `POST /api/sign-out`; a session also ends where sign-in has been switched off since. */
export async function respondToSignOut(
  services: SessionServices,
  dealer: DealerConfig,
  request: Request,
): Promise<Response> {
  const headers = { ...NO_STORE, 'Set-Cookie': await endSession(services, dealer.slug, cookieOf(request)) };
  if (request.headers.get('content-type')?.startsWith('application/json'))
    return Response.json({ signed_in: false }, { headers });
  const back = new URLSearchParams(await request.text()).get('back');
  return new Response(null, { status: 303, headers: { ...headers, Location: returnPath(back) ?? '/' } });
}

/**
 * AUTH-05, decision 24: handles `GET /api/check-if-contact-exists`. The number asked about is looked up nowhere, so
 * neither response nor time can tell whether it has an account.
 */
export async function respondToContactExists(
  services: SessionServices,
  dealer: DealerConfig,
  request: Request,
): Promise<Response> {
  if (!usesCodes(dealer, 'sign-in')) return noSignIn();
  const typed = new URL(request.url).searchParams.get('phone_number') ?? '';
  const problem = mobileProblem(typed);
  if (problem !== undefined) return noMobile(problem);
  const contact = await signedInContact(services, dealer.slug, cookieOf(request));
  return json({ data: contact?.phone === normalisePhone(typed) ? { exists: true } : null });
}

const RateLimitBody = v.pipe(v.string(), v.parseJson(), RateLimitRequestSchema);

/** AUTH-05: handles `POST /api/rate-limit`, on sites that send codes for any purpose: all count as one. */
export async function respondToRateLimit(
  services: SessionServices,
  dealer: DealerConfig,
  request: Request,
  clientAddress: string | undefined,
): Promise<Response> {
  const parsed = v.safeParse(RateLimitBody, await request.text());
  if (!parsed.success) return errorResponse(400, 'bad_request', 'Send the phone as JSON.');
  if (!PHONE_CODE_PURPOSES.some((purpose) => usesCodes(dealer, purpose))) return noCodes();
  const problem = mobileProblem(parsed.output.phone);
  if (problem !== undefined) return noMobile(problem);
  const user = { dealer, phone: normalisePhone(parsed.output.phone), clientAddress };
  const seconds = await waitOfUse(services, 'codeSent', user);
  if (seconds === undefined) return json({ allowed: true });
  return errorResponse(429, 'too_many_codes', TOO_MANY_TRIES_MESSAGE, { 'Retry-After': String(seconds) });
}
