import * as v from 'valibot';
import { SHOWN_VERSION } from '#src/domain/lead/shown-versions.ts';
import { FORM_EXTRAS } from './form-extras.ts';

const extra = (what: string) => v.optional(v.pipe(v.string(), v.description(what)));

/** Fields of every form; each form adds its own. Browsers never need it. */
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
