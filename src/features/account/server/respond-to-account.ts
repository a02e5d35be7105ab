import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Account, RateLimitRequestSchema } from '#src/features/account/account-endpoints.ts';
import { MergeRequestSchema, WatchRequestSchema } from '#src/features/account/watchlist.ts';
import {
  mobileProblem,
  PHONE_CODE_PURPOSES,
  TOO_MANY_TRIES_MESSAGE,
} from '#src/features/leads/phone-code/phone-code.ts';
import { usesCodes } from '#src/features/leads/server/phone-code/respond-to-phone-codes.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { secondsUntilAllowed } from '#src/platform/limits/rate-limits.ts';
import { normalisePhone } from '#src/platform/number/typed-number.ts';
import { returnPath } from '#src/platform/routing/gates.ts';
import type { Services } from '#src/server/services.ts';
import { endSession, type SessionServices, signedInContact } from './session.ts';
import { mergeWatchlist, readWatchlist, removeCar, saveCar, type WatchRefusal } from './watchlist-service.ts';

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

/** AUTH-06: handles `POST /api/sign-out`. A session ends even if the site no longer has sign-in. */
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
 * AUTH-05, decision 24: handles `GET /api/check-if-contact-exists`. The number is never looked up, so neither the
 * response nor its timing reveals whether it has an account.
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

/** AUTH-05: handles `POST /api/rate-limit`. Codes for all purposes share one limit. */
export async function respondToRateLimit(
  services: SessionServices,
  dealer: DealerConfig,
  request: Request,
  clientAddress: string | undefined,
): Promise<Response> {
  const body = await readJson(request, RateLimitRequestSchema);
  if (!body) return errorResponse(400, 'bad_request', 'Send the phone as JSON.');
  if (!PHONE_CODE_PURPOSES.some((purpose) => usesCodes(dealer, purpose))) return noCodes();
  const problem = mobileProblem(body.phone);
  if (problem !== undefined) return noMobile(problem);
  const user = { dealer, phone: normalisePhone(body.phone), clientAddress };
  const seconds = await secondsUntilAllowed(services, 'codeSent', user);
  if (seconds === undefined) return json({ allowed: true });
  return errorResponse(429, 'too_many_codes', TOO_MANY_TRIES_MESSAGE, { 'Retry-After': String(seconds) });
}

type WatchServices = Pick<Services, 'db' | 'clock' | 'env' | 'log'>;

const REFUSALS: Readonly<Record<WatchRefusal, { status: number; message: string }>> = {
  watchlist_off: { status: 404, message: 'This site has no watchlist.' },
  sign_in_required: { status: 403, message: 'Please sign in to keep a watchlist.' },
  not_your_phone: { status: 403, message: 'This phone number is not yours.' },
  unknown_car: { status: 404, message: 'We don’t know this vehicle.' },
  car_gone: { status: 410, message: 'This vehicle is no longer listed.' },
  not_for_car: { status: 409, message: 'This vehicle can’t be saved.' },
};

const refusalResponse = (code: WatchRefusal): Response =>
  errorResponse(REFUSALS[code].status, code, REFUSALS[code].message);

async function readJson<S extends v.GenericSchema>(
  request: Request,
  schema: S,
): Promise<v.InferOutput<S> | undefined> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), await request.text());
  return parsed.success ? parsed.output : undefined;
}

const invalidBody = () => errorResponse(400, 'bad_request', 'Send phone_number and the vehicles as JSON.');

/** Handles `POST /api/watchlist/save-car` and `remove-car`. */
export async function respondToWatch(
  services: WatchServices,
  dealer: DealerConfig,
  request: Request,
  change: 'save' | 'remove',
): Promise<Response> {
  const body = await readJson(request, WatchRequestSchema);
  if (!body) return invalidBody();
  const requester = { cookies: request.headers.get('cookie'), phone: body.phone_number };
  const refusal = await (change === 'save' ? saveCar : removeCar)(services, dealer, requester, body.car_id);
  return refusal ? refusalResponse(refusal) : json({ success: true });
}

/** Handles `POST /api/watchlist/merge`. */
export async function respondToMerge(
  services: WatchServices,
  dealer: DealerConfig,
  request: Request,
): Promise<Response> {
  const body = await readJson(request, MergeRequestSchema);
  if (!body) return invalidBody();
  const requester = { cookies: request.headers.get('cookie'), phone: body.phone_number };
  const merged = await mergeWatchlist(services, dealer, requester, body);
  return typeof merged === 'string' ? refusalResponse(merged) : json(merged);
}

/** Handles `GET /api/watchlist`. */
export async function respondWithWatchlist(
  services: WatchServices,
  dealer: DealerConfig,
  request: Request,
): Promise<Response> {
  const list = await readWatchlist(services, dealer, request.headers.get('cookie'));
  return list ? json(list) : refusalResponse('watchlist_off');
}
