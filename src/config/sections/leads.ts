import * as v from 'valibot';
import { FORM_SETTINGS } from './form-settings.ts';
import { LeadDestinationSchema } from './lead-destinations.ts';
import { AcknowledgementSchema, LeadAlarmSchema } from './lead-mails.ts';
import { SecretNameSchema, TextSchema } from './primitives.ts';
import { list } from './switches.ts';

/** FORM-02, FORM-11: what forms ask for and where leads go. */
export const LeadsSchema = v.strictObject({
  ...FORM_SETTINGS,
  optInText: v.pipe(
    TextSchema,
    v.description('Consent wording next to the opt-in box; stored with each lead'),
  ),
  optInVersion: v.pipe(TextSchema, v.description('Version of that wording, e.g. "2026-07"')),
  responsePromise: v.optional(
    v.pipe(TextSchema, v.description('Text shown to the shopper after sending')),
    'We reply on the same or next business day.',
  ),
  keepMonths: v.optional(
    v.pipe(
      v.number(),
      v.integer('a whole number of months, 1 to 120'),
      v.minValue(1, 'a whole number of months, 1 to 120'),
      v.maxValue(120, 'a whole number of months, 1 to 120'),
      v.description('FORM-11: months until a lead’s personal data is erased'),
    ),
    24,
  ),
  turnstile: v.optional(
    v.pipe(
      v.strictObject({
        siteKey: v.pipe(TextSchema, v.description('Site key of the widget; browsers see it')),
        secret: v.pipe(SecretNameSchema, v.description('Environment variable with the secret key')),
      }),
      v.description(
        'FORM-11: Cloudflare Turnstile on every form, loaded when a shopper starts one. A lead whose challenge fails or can’t be verified is held',
      ),
    ),
  ),
  destinations: list(
    LeadDestinationSchema,
    'FORM-11: where leads are sent. Each lead goes to every destination that accepts it; if none does, to the first. Without destinations, leads wait in the database',
  ),
  acknowledgement: v.optional(
    v.pipe(AcknowledgementSchema, v.description('FORM-11: the thank-you e-mail to shoppers')),
    {},
  ),
  alarm: v.optional(
    v.pipe(LeadAlarmSchema, v.description('FORM-11: who is alerted when leads are not delivered')),
    {},
  ),
});

export type LeadsConfig = v.InferOutput<typeof LeadsSchema>;

/** FORM-11: the categories that leads have by their form; `leads.categories` adds those of the generic enquiry. */
export const FORM_CATEGORIES: readonly string[] = [
  'General Enquiry',
  'Vehicle Enquiry',
  'Finance Enquiry',
  'Test Drive',
  'Service Enquiry',
  'Parts Enquiry',
  'Fleet Enquiry',
  'Sell Your Car',
  'Trade-In',
];
