import * as v from 'valibot';
import {
  flag,
  list,
  maybeWords,
  SecretNameSchema,
  SlugSchema,
  TextSchema,
  whole,
  words,
  wordsOr,
} from '#src/config/sections/setting-types.ts';
import { FORM_NAMES, FORM_SETTINGS } from './lead-form-settings.ts';

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

/** FORM-11: e-mail to the shopper once a lead is stored. */
const AcknowledgementSchema = v.strictObject({
  enabled: flag(true, 'FORM-11: send a thank-you e-mail straight away to shoppers who gave an address'),
  subject: SingleLineSchema('We have received your enquiry', 'FORM-11: subject of that e-mail'),
  text: wordsOr(
    'Thank you for getting in touch. Your enquiry has reached our team.',
    'FORM-11: its first paragraph; the response promise, the vehicle, the phone number and the licence are added automatically',
  ),
  signature: maybeWords('FORM-11: who signs it; by default the dealer’s name'),
});

/** FORM-11: when to alert staff about undelivered leads. */
const LeadAlarmSchema = v.strictObject({
  afterMinutes: whole(30, [5, 1440], 'FORM-11: minutes a lead may wait for delivery before an alarm is sent'),
  emails: list(
    AlarmEmailSchema,
    'FORM-11: who is e-mailed when leads wait too long, are given up or are held; the people who run the sites always are',
  ),
});

/** Destination of leads whose dealer has none. */
export const UNASSIGNED_DESTINATION = 'unassigned';
/** E-mail acknowledgement to the shopper. */
export const ACKNOWLEDGEMENT_DESTINATION = 'acknowledgement';
const RESERVED_NAMES: readonly string[] = [UNASSIGNED_DESTINATION, ACKNOWLEDGEMENT_DESTINATION];

const LeadUrlSchema = v.pipe(
  v.string(),
  v.url('a full address'),
  v.check(
    (url) => /^https:\/\//.test(url) || /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\//.test(url),
    'an "https://" address (plain http only to this machine)',
  ),
);

const commonEntries = {
  name: v.pipe(
    SlugSchema,
    v.check(
      (name) => !RESERVED_NAMES.includes(name),
      `a name other than ${RESERVED_NAMES.map((name) => `"${name}"`).join(' and ')}, which have a meaning already`,
    ),
    v.description('FORM-11: name of the destination in lists and logs; leads on their way refer to it'),
  ),
  categories: list(
    TextSchema,
    'FORM-11: only leads of these categories, e.g. "Vehicle Enquiry"; empty takes all',
  ),
  forms: list(
    v.picklist(FORM_NAMES),
    'FORM-11: only leads from these forms, e.g. "test-drive"; empty takes all',
  ),
  locations: list(
    v.pipe(v.string(), v.minLength(1)),
    'FORM-11: only leads for the locations with these ids; empty takes all',
  ),
};

const typed = <const T extends string>(type: T) =>
  v.pipe(
    v.literal(type),
    v.description(
      'FORM-11: how leads are sent. webhook: signed JSON; adf_http: signed ADF 1.0; adf_email: ADF 1.0 by e-mail; email: plain e-mail; podium: a message',
    ),
  );

const signedEntries = {
  url: v.pipe(
    LeadUrlSchema,
    v.description('FORM-11: address that leads are posted to (webhook, adf_http, podium)'),
  ),
  signingKey: v.pipe(
    SecretNameSchema,
    v.description(
      'FORM-11: environment variable with the key that posts are signed with (webhook, adf_http); while it is changed, the variable of the same name with _NEXT has the next key',
    ),
  ),
};

const WebhookSchema = v.strictObject({
  ...commonEntries,
  type: typed('webhook'),
  ...signedEntries,
});

const AdfHttpSchema = v.strictObject({
  ...commonEntries,
  type: typed('adf_http'),
  ...signedEntries,
});

const EmailSchema = v.pipe(v.string(), v.email('an e-mail address, e.g. "leads@dealer.com.au"'));

const mailEntries = {
  to: v.pipe(EmailSchema, v.description('FORM-11: mailbox of leads (adf_email, email)')),
  toByLocation: v.optional(
    v.pipe(
      v.record(v.string(), EmailSchema),
      v.description('FORM-11: another mailbox for leads of a location, by its id (adf_email, email)'),
    ),
    {},
  ),
};

const AdfEmailSchema = v.strictObject({
  ...commonEntries,
  type: typed('adf_email'),
  ...mailEntries,
});

const PlainEmailSchema = v.strictObject({
  ...commonEntries,
  type: typed('email'),
  ...mailEntries,
});

const PodiumSchema = v.strictObject({
  ...commonEntries,
  type: typed('podium'),
  url: signedEntries.url,
  locationUid: words(
    'FORM-11: id of the Podium inbox that leads open in; `podium.podium_api_token` names the token (podium)',
  ),
});

/** FORM-11: a system that receives leads. */
export const LeadDestinationSchema = v.variant('type', [
  WebhookSchema,
  AdfHttpSchema,
  AdfEmailSchema,
  PlainEmailSchema,
  PodiumSchema,
]);
export type LeadDestination = v.InferOutput<typeof LeadDestinationSchema>;

/** FORM-02, FORM-11: fields of forms, and destinations of leads. */
export const LeadsSchema = v.strictObject({
  ...FORM_SETTINGS,
  optInText: v.pipe(
    TextSchema,
    v.description('Consent wording next to the opt-in box; stored with each lead'),
  ),
  optInVersion: v.pipe(TextSchema, v.description('Version of that wording, e.g. "2026-07"')),
  responsePromise: v.optional(
    v.pipe(
      TextSchema,
      v.description(
        'FORM-228: when you reply, as a sentence: the one promise of every form, page and e-mail',
      ),
    ),
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

/** FORM-11: categories that forms assign to leads; `leads.categories` adds those of the generic enquiry. */
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
