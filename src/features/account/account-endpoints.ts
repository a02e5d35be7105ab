import * as v from 'valibot';
import type { Endpoint } from '#src/platform/http/endpoint.ts';
import {
  MERGE_PATH,
  MergeRequestSchema,
  REMOVE_CAR_PATH,
  SAVE_CAR_PATH,
  WATCHLIST_PATH,
  WatchedSchema,
  WatchlistSchema,
  WatchRequestSchema,
} from './watchlist.ts';

/** `GET`. Cached pages contain no personal data, so the browser requests the account. */
const ACCOUNT_PATH = '/api/account';
/** `GET`. */
export const EXPORT_PATH = '/api/account/export';
const SIGN_OUT_PATH = '/api/sign-out';
/** AUTH-05. */
const CONTACT_EXISTS_PATH = '/api/check-if-contact-exists';
const RATE_LIMIT_PATH = '/api/rate-limit';

const MAX_TEXT = 100;

const AccountSchema = v.strictObject({
  signed_in: v.pipe(v.boolean(), v.description('Whether a shopper is signed in; if not, the only key')),
  first_name: v.optional(v.pipe(v.string(), v.description('Empty where the shopper gave none'))),
  phone: v.optional(v.pipe(v.string(), v.description('Digits from 0'))),
});
export type Account = v.InferOutput<typeof AccountSchema>;

const SignedOutSchema = v.strictObject({
  signed_in: v.pipe(v.literal(false), v.description('The session has ended')),
});

const ContactExistsSchema = v.strictObject({
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

const RateLimitSchema = v.strictObject({
  allowed: v.pipe(v.literal(true), v.description('A code may be asked for')),
});

const list = (description: string) => v.pipe(v.array(v.looseObject({})), v.description(description));

const ExportSchema = v.looseObject({
  exported_at: v.pipe(v.string(), v.description('ISO 8601')),
  site: v.pipe(v.string(), v.description('Origin of the site')),
  account: v.pipe(v.looseObject({}), v.description('Name, phone, e-mail, consents')),
  saved_vehicles: list('Each with its price when it was saved'),
  saved_searches: list('Each with its consent'),
  enquiries: list('Newest first, at most 50'),
  reservations: list('Paid ones'),
  valuations: list('Of the shopper’s own vehicles'),
});

const NO_SIGN_IN = '`no_sign_in`: the site has no sign-in';

export const ACCOUNT_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: ACCOUNT_PATH,
    summary: 'Who is signed in, by the session cookie. Never cached.',
    response: AccountSchema,
    statuses: { 200: 'The shopper, or `"signed_in": false`', 404: NO_SIGN_IN },
  },
  {
    method: 'GET',
    path: EXPORT_PATH,
    summary:
      'FAV-295: everything the site stores about the signed-in shopper, as a JSON file. Enquiries sent with the number by someone who was not signed in are listed without their content.',
    response: ExportSchema,
    statuses: { 200: 'The file, `Content-Disposition: attachment`', 403: '`sign_in_required`' },
  },
  {
    method: 'POST',
    path: SIGN_OUT_PATH,
    summary:
      'Ends the session on the server and removes the cookie. A form goes on to the page of its field `back`, else to the home page.',
    sample: {},
    response: SignedOutSchema,
    statuses: { 200: 'Signed out, also without a session', 303: 'The same for a form' },
  },
  {
    method: 'GET',
    path: `${CONTACT_EXISTS_PATH}?phone_number={phone}`,
    summary:
      'Whether the number has an account. Only a shopper who has verified the number learns it: any other number gets the same response in the same time, known or not.',
    response: ContactExistsSchema,
    statuses: {
      200: 'The same for every number but the shopper’s own',
      404: NO_SIGN_IN,
      422: '`invalid_phone`: not an Australian mobile number',
    },
  },
  {
    method: 'POST',
    path: RATE_LIMIT_PATH,
    summary: 'Whether another code may be sent to a phone now. Asking counts as no attempt.',
    request: RateLimitRequestSchema,
    sample: { phone: '0491 570 156' },
    response: RateLimitSchema,
    statuses: {
      200: 'A code may be sent',
      400: '`bad_request`: the body doesn’t match',
      404: '`codes_not_used`: the site sends no codes',
      422: '`invalid_phone`: not an Australian mobile number',
      429: '`too_many_codes`: a limit is reached; `Retry-After` gives the seconds to wait',
    },
  },
];

const REFUSED = {
  400: '`bad_request`: the body doesn’t match',
  403: '`sign_in_required`, or `not_your_phone`: any phone but that of the person who is signed in, known or unknown',
};
const OFF = '`watchlist_off`: the site has no watchlist';

export const WATCHLIST_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: WATCHLIST_PATH,
    summary: 'The watchlist of the person who is signed in, by the session cookie. Never cached.',
    response: WatchlistSchema,
    statuses: { 200: 'The list; without a session `signed_in` is false', 404: OFF },
  },
  {
    method: 'POST',
    path: SAVE_CAR_PATH,
    summary:
      'Adds a vehicle to the watchlist, with its present price. One that is there stays as it is. The 101st replaces the oldest.',
    request: WatchRequestSchema,
    sample: { phone_number: '0491 570 156', car_id: 'k3yq8vw2' },
    response: WatchedSchema,
    statuses: {
      200: 'It is on the list',
      ...REFUSED,
      404: `${OFF}; \`unknown_car\`: no such vehicle was ever listed here`,
      409: '`not_for_car`: this vehicle cannot be saved, as one that is sold',
      410: '`car_gone`: the vehicle is no longer listed',
    },
  },
  {
    method: 'POST',
    path: REMOVE_CAR_PATH,
    summary: 'Removes a vehicle from the watchlist, whatever has become of it.',
    request: WatchRequestSchema,
    sample: { phone_number: '0491 570 156', car_id: 'k3yq8vw2' },
    response: WatchedSchema,
    statuses: { 200: 'It is not on the list', ...REFUSED, 404: OFF },
  },
  {
    method: 'POST',
    path: MERGE_PATH,
    summary:
      'Merges what a browser has saved and removed meanwhile, after sign-in or a lost connection. Vehicles that have been sold since are taken too; those never listed here are left out.',
    request: MergeRequestSchema,
    sample: { phone_number: '0491 570 156', add: [{ car_id: 'k3yq8vw2' }], remove: [] },
    response: WatchlistSchema,
    statuses: { 200: 'The list as it is now', ...REFUSED, 404: OFF },
  },
];
