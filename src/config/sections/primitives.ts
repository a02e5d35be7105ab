import * as v from 'valibot';
import { SLUG } from './slug.ts';

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

/** `#rrggbb`; short forms and names are refused so that contrast can be computed. */
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

/** A link: a path inside the site, or a full https address. */
export const LinkSchema = v.union(
  [PathSchema, HttpsUrlSchema],
  'a path inside the site ("/service") or a full "https://" address',
);

/**
 * The name of an environment variable that holds a secret; a dealer file never holds secrets (CFG-23). Which it may name
 * is in checks/secrets.ts.
 */
export const SecretNameSchema = v.pipe(
  v.string(),
  v.regex(
    /^[A-Z][A-Z0-9_]{2,63}$/,
    'the NAME of an environment variable in capitals, e.g. "DEALER_HARBOUR_CRM_KEY"',
  ),
);

/** A key made for browsers; any other secret stays on the server (CFG-23). */
export const BrowserKeyNameSchema = v.pipe(
  SecretNameSchema,
  v.regex(
    /_BROWSER_KEY$/,
    'the name of an environment variable that ends in "_BROWSER_KEY", e.g. "MAPS_BROWSER_KEY"',
  ),
);

// Node computes the list again on each call.
const TIME_ZONES = new Set(Intl.supportedValuesOf('timeZone'));

export const TimeZoneSchema = v.pipe(
  v.string(),
  v.check((zone) => TIME_ZONES.has(zone), 'an IANA time zone, e.g. "Australia/Brisbane"'),
);

export const STATES = ['act', 'nsw', 'nt', 'qld', 'sa', 'tas', 'vic', 'wa'] as const;
export const StateSchema = v.picklist(STATES, `one of ${STATES.join(', ')}`);

/** As dialled in Australia: spaces allowed, 10 digits from 0, or 13/1300/1800 numbers, or +61. */
export const PhoneSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => /^(?:0[2-578]\d{8}|13\d{4}|1[38]00\d{6}|\+61[2-578]\d{8})$/.test(text.replace(/[\s()-]/g, '')),
    'an Australian phone number, e.g. "07 5550 1234"',
  ),
);

/** Whether the calendar has the day; 30 February has the right form. A text of another form is judged by its form. */
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
