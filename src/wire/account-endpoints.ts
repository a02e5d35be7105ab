import {
  ACCOUNT_PATH,
  AccountSchema,
  CONTACT_EXISTS_PATH,
  ContactExistsSchema,
  RATE_LIMIT_PATH,
  RateLimitRequestSchema,
  RateLimitSchema,
  SIGN_OUT_PATH,
  SignedOutSchema,
} from './account.ts';
import type { Endpoint } from './endpoint.ts';

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
