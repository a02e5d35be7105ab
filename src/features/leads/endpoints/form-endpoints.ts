import * as v from 'valibot';
import { FORM_EXTRAS, SHOWN_VERSION } from '#src/features/leads/fields/form-extras.ts';
import {
  CodeSentSchema,
  CodeVerifiedSchema,
  SEND_CODE_PATH,
  SendCodeRequestSchema,
  VERIFY_CODE_PATH,
  VerifyCodeRequestSchema,
} from '#src/features/leads/phone-code/phone-code.ts';
import type { Endpoint } from '#src/platform/http/endpoint.ts';

const extra = (what: string) => v.optional(v.pipe(v.string(), v.description(what)));

/** For the documentation: fields of every form. Browsers need no schema. */
export const LeadRequestSchema = v.objectWithRest(
  {
    [FORM_EXTRAS.submissionKey]: extra(
      'Random for each submission: 16 to 64 letters, digits, `_` and `-`. A lead sent again with the same key is stored once. The header `Idempotency-Key` does the same; without either, the same content counts once in ten minutes',
    ),
    car_id: extra('Id of the vehicle, as in search results; not every form takes one'),
    [FORM_EXTRAS.pagePath]: extra('Path of the page it was sent from'),
    [FORM_EXTRAS.visitedPages]: extra('Paths of the visit before it, as a JSON list in a string'),
    [FORM_EXTRAS.linkedQueryParams]: extra(
      'Campaign of the visit, e.g. `utm_source`, as a JSON object in a string',
    ),
    [FORM_EXTRAS.challengeToken]: extra('Turnstile token, on sites that use it'),
    [FORM_EXTRAS.phoneToken]: extra(
      'Token of `/api/phone-codes/verify`, for forms that take only a verified phone; a 422 names `phone` without it',
    ),
    [SHOWN_VERSION.opt_in]: extra('Version of the opt-in text that was shown; without it the present one'),
    [SHOWN_VERSION.terms]: extra('Version of the terms that were shown; without it the present one'),
    [FORM_EXTRAS.honeypot]: extra(
      'Leave it out. People can’t see it; a lead that fills it in is held as spam',
    ),
  },
  v.string(),
);

export const PHONE_CODE_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'POST',
    path: SEND_CODE_PATH,
    summary:
      'Sends a code by text message, valid for ten minutes; the one before becomes invalid. The response does not depend on whose number it is. A phone gets 5 codes in ten minutes and 10 a day, a network 100 a day, a site 1000 a day, all sites together `SMS_A_DAY`.',
    request: SendCodeRequestSchema,
    sample: { phone: '0491 570 156', purpose: 'finance' },
    response: CodeSentSchema,
    statuses: {
      200: 'The service has taken the message',
      400: '`bad_request`: the body doesn’t match',
      404: '`codes_not_used`: no form of the site verifies phones for this purpose',
      422: '`invalid_phone`: not an Australian mobile number',
      429: '`too_many_codes`: a limit is reached; `Retry-After` gives the seconds to wait',
      503: '`code_not_sent`: no service is configured, or it did not take the message within 15 seconds',
    },
  },
  {
    method: 'POST',
    path: VERIFY_CODE_PATH,
    summary:
      'Exchanges a code for a token, once. Five tries are counted for each code, 15 an hour for each phone, 200 an hour for each network. A phone without a code responds like any other.',
    request: VerifyCodeRequestSchema,
    sample: { phone: '0491 570 156', purpose: 'finance', code: '012345' },
    response: CodeVerifiedSchema,
    statuses: {
      200: 'The phone is verified',
      400: '`bad_request`: the body doesn’t match',
      404: '`codes_not_used`: no form of the site verifies phones for this purpose',
      422: '`invalid_phone`: not an Australian mobile number; `invalid_code`: not six digits; `wrong_code`: not the code last sent, or it has expired or was used',
      429: '`too_many_codes`: all tries are used up; `Retry-After` gives the seconds to wait, or ask for another code',
      503: '`code_not_verified`: the code could not be compared',
    },
  },
];
