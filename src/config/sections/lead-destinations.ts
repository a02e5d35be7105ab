import * as v from 'valibot';
import { FORM_NAMES } from './form-words.ts';
import { SecretNameSchema, SlugSchema, TextSchema } from './primitives.ts';
import { list, words } from './switches.ts';

/** Where a lead waits while its dealer has no destination. */
export const UNASSIGNED_DESTINATION = 'unassigned';
/** The shopper, who gets an acknowledgement by e-mail. */
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

/** FORM-11: a place where a dealer works with leads. */
export const LeadDestinationSchema = v.variant('type', [
  WebhookSchema,
  AdfHttpSchema,
  AdfEmailSchema,
  PlainEmailSchema,
  PodiumSchema,
]);
export type LeadDestination = v.InferOutput<typeof LeadDestinationSchema>;
