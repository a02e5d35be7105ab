import * as v from 'valibot';
import { SLUG } from './slug.ts';
import { STATES } from './states.ts';

export const SlugSchema = v.pipe(
  v.string(),
  v.regex(SLUG, 'a slug: lower-case letters, digits and single hyphens, e.g. "harbour-city"'),
  v.maxLength(80, 'at most 80 characters'),
);

export const TextSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'text that is not empty'),
  v.maxLength(4000, 'at most 4,000 characters'),
);

/** `#rrggbb`; short forms and names are rejected, so that contrast can be computed. */
export const ColourSchema = v.pipe(
  v.string(),
  v.regex(/^#[0-9a-fA-F]{6}$/, 'a colour as "#rrggbb", e.g. "#0a3d62"'),
);

/** A path inside the site: `/about-us`. */
export const PathSchema = v.pipe(
  v.string(),
  v.regex(
    /^\/(?!\/|tenants(?:\/|$))[^\s\\]*$/,
    'a path inside the site that starts with one "/", e.g. "/about-us"',
  ),
);

export const HttpsUrlSchema = v.pipe(
  v.string(),
  v.url('a full address, e.g. "https://example.com/page"'),
  v.regex(/^https:\/\//, 'an address that starts with "https://"'),
);

/** A path inside the site, or a full https address. */
export const LinkSchema = v.union(
  [PathSchema, HttpsUrlSchema],
  'a path inside the site ("/service") or a full "https://" address',
);

/**
 * Name of an environment variable with a secret; dealer files never contain secrets (CFG-23). checks/check-dealer.ts
 * decides which names are allowed.
 */
export const SecretNameSchema = v.pipe(
  v.string(),
  v.regex(
    /^[A-Z][A-Z0-9_]{2,63}$/,
    'the NAME of an environment variable in capitals, e.g. "DEALER_HARBOUR_CRM_KEY"',
  ),
);

/** A key intended for browsers; other secrets stay on the server (CFG-23). */
export const BrowserKeyNameSchema = v.pipe(
  SecretNameSchema,
  v.regex(
    /_BROWSER_KEY$/,
    'the name of an environment variable that ends in "_BROWSER_KEY", e.g. "MAPS_BROWSER_KEY"',
  ),
);

// Node computes the list on each call.
const TIME_ZONES = new Set(Intl.supportedValuesOf('timeZone'));

export const TimeZoneSchema = v.pipe(
  v.string(),
  v.check((zone) => TIME_ZONES.has(zone), 'an IANA time zone, e.g. "Australia/Brisbane"'),
);

export const StateSchema = v.picklist(STATES, `one of ${STATES.join(', ')}`);

/** As dialled in Australia: 10 digits from 0, 13/1300/1800 numbers, or +61; spaces allowed. */
export const PhoneSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => /^(?:0[2-578]\d{8}|13\d{4}|1[38]00\d{6}|\+61[2-578]\d{8})$/.test(text.replace(/[\s()-]/g, '')),
    'an Australian phone number, e.g. "07 5550 1234"',
  ),
);

/** Whether the date exists, unlike 30 February. Texts that are not dates are left to the format check. */
function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return true;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export const IsoDateSchema = v.pipe(
  v.string(),
  v.isoDate('a date as "YYYY-MM-DD", e.g. "2026-12-25"'),
  v.check(isCalendarDay, 'a day that is in the calendar'),
);

/** 24-hour clock, `HH:MM`. */
export const TimeOfDaySchema = v.pipe(v.string(), v.isoTime('a time as "HH:MM", e.g. "08:30"'));

/** On or off. `what` describes the effect and names the catalogue entry, "CFG-08: …". */
export const flag = (fallback: boolean, what: string) =>
  v.optional(v.pipe(v.boolean(), v.description(what)), fallback);

/** A bounded integer; `what` names the unit. */
export const whole = (fallback: number, [least, most]: readonly [number, number], what: string) =>
  v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most), v.description(what)),
    fallback,
  );

/** One of several values. */
export const choice = <const T extends readonly [string, ...string[]]>(
  choices: T,
  fallback: T[number],
  what: string,
) => v.optional(v.pipe(v.picklist(choices, `one of ${choices.join(', ')}`), v.description(what)), fallback);

export const words = (what: string) => v.pipe(TextSchema, v.description(what));
export const maybeWords = (what: string) => v.optional(words(what));
export const wordsOr = (fallback: string, what: string) => v.optional(words(what), fallback);

export const link = (what: string) => v.pipe(LinkSchema, v.description(what));
export const maybeLink = (what: string) => v.optional(link(what));
export const maybePath = (what: string) => v.optional(v.pipe(PathSchema, v.description(what)));

/** Defaults to an empty list. */
export const list = <S extends v.GenericSchema>(item: S, what: string) =>
  v.optional(v.pipe(v.array(item), v.description(what)), []);

/** A file under public/ or a full address, with its description. */
export const PictureSchema = v.strictObject({
  url: link('File of the site, "/pictures/yard.webp", or a full https address'),
  alt: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(300),
      v.description('What the picture shows; empty for a picture that only decorates'),
    ),
    '',
  ),
});
export const maybePicture = (what: string) => v.optional(v.pipe(PictureSchema, v.description(what)));

/** An origin as browsers serialise it, without wildcards; http only on this machine. */
const ORIGIN =
  /^(?:https:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?|http:\/\/(?:127\.0\.0\.1|(?:[a-z\d-]+\.)*localhost))(?::\d{1,5})?$/;

export const isOrigin = (text: string): boolean => ORIGIN.test(text) && URL.parse(text)?.origin === text;

/** Origin of a third-party website that shoppers are sent to. */
export const OriginSchema = v.pipe(
  v.string(),
  v.check(isOrigin, 'an address without a path that starts with "https://"'),
);

/** Markdown, parsed by `features/content/markdown.ts`. */
const MarkdownSchema = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== '', 'text that is not empty'),
  v.maxLength(40_000, 'at most 40,000 characters'),
);

/** Long text: a list of plain paragraphs, or Markdown. */
export const WritingSchema = v.union(
  [v.array(TextSchema), MarkdownSchema],
  'a list of paragraphs, or one text in Markdown',
);

export type Writing = v.InferOutput<typeof WritingSchema>;

const described = (what: string) => v.pipe(WritingSchema, v.description(what));
/** Defaults to an empty text. */
export const writing = (what: string) => v.optional(described(what), []);
export const maybeWriting = (what: string) => v.optional(described(what));
