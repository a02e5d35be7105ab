import * as v from 'valibot';
import { flag, list, maybeWords, whole, wordsOr } from './switches.ts';

const AlarmEmailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.email('an e-mail address, e.g. "sales@example.com.au"'),
);

const SingleLineSchema = (fallback: string, what: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'text that is not empty'),
      v.maxLength(120, 'at most 120 characters'),
      v.regex(/^\P{Cc}*$/u, 'one line of text'),
      v.description(what),
    ),
    fallback,
  );

/** FORM-11: what the shopper gets by e-mail once a lead is stored. */
export const AcknowledgementSchema = v.strictObject({
  enabled: flag(true, 'FORM-11: send a thank-you e-mail straight away to shoppers who gave an address'),
  subject: SingleLineSchema('We have received your enquiry', 'FORM-11: subject of that e-mail'),
  text: wordsOr(
    'Thank you for getting in touch. Your enquiry has reached our team.',
    'FORM-11: its first paragraph; the response promise, the vehicle, the phone number and the licence are added automatically',
  ),
  signature: maybeWords('FORM-11: who signs it; by default the dealer’s name'),
});

/** FORM-11: when people are alerted that leads are not delivered. */
export const LeadAlarmSchema = v.strictObject({
  afterMinutes: whole(30, [5, 1440], 'FORM-11: minutes a lead may wait for delivery before an alarm is sent'),
  emails: list(
    AlarmEmailSchema,
    'FORM-11: who is e-mailed when leads wait too long, are given up or are held; the people who run the sites always are',
  ),
});
