import * as v from 'valibot';
import { SecretNameSchema, TextSchema } from './primitives.ts';

/** FORM-02, FORM-11: what forms ask for and where leads go. */
export const LeadsSchema = v.strictObject({
  postcode: v.optional(
    v.pipe(v.picklist(['required', 'optional', 'hidden']), v.description('Whether forms ask for a postcode')),
    'optional',
  ),
  messageRequired: v.optional(v.pipe(v.boolean(), v.description('Whether an enquiry needs a message')), true),
  termsCheckbox: v.optional(
    v.pipe(v.boolean(), v.description('Ask for agreement to the terms of use')),
    false,
  ),
  optInText: v.pipe(
    TextSchema,
    v.description('Consent wording beside the opt-in box; stored with each lead'),
  ),
  optInVersion: v.pipe(TextSchema, v.description('Version of that wording, e.g. "2026-07"')),
  responsePromise: v.optional(
    v.pipe(TextSchema, v.description('What the shopper is told after sending')),
    'We reply on the same or next business day.',
  ),
  crm: v.optional(
    v.pipe(
      v.strictObject({
        url: v.pipe(
          v.string(),
          v.url('a full address'),
          v.check(
            (url) => /^https:\/\//.test(url) || /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\//.test(url),
            'an "https://" address (plain http only to this machine)',
          ),
          v.description('Where leads are posted'),
        ),
        signingKey: v.pipe(
          SecretNameSchema,
          v.description('Environment variable with the webhook signing key'),
        ),
      }),
      v.description('Webhook that receives leads; without it they wait in the database'),
    ),
  ),
});

export type LeadsConfig = v.InferOutput<typeof LeadsSchema>;
