import { createHash } from 'node:crypto';
import type { Review } from '#src/config/sections/business/reviews-section.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import { zonedDate } from '#src/platform/time/clock.ts';

/** What a dealer says of a whole file of reviews. */
export type FileFacts = {
  /** Where they were published. */
  source?: string | undefined;
  /** Address for reviews without one of their own. */
  link?: string | undefined;
  /** Slug. */
  location?: string | undefined;
  /** IANA name; instants become days of it. */
  timeZone: string;
};

type Field = keyof Review;

/** Names of fields in exports, besides our own: lower case, words joined by underscores, nested names by their path. */
export const OTHER_NAMES: Readonly<Partial<Record<Field, readonly string[]>>> = {
  id: ['review_id', 'reference', 'uuid'],
  customer_name: [
    ...['author', 'author_name', 'author_display_name', 'reviewer', 'reviewer_name', 'reviewer_display_name'],
    ...['display_name', 'user_name', 'username', 'user_display_name', 'customer'],
  ],
  title: ['headline', 'review_title', 'subject'],
  text: ['body', 'content', 'comment', 'review', 'review_text', 'review_body'],
  rating: ['stars', 'star_rating', 'overall_rating', 'score'],
  review_date: [
    ...['date', 'created', 'created_at', 'create_time', 'published', 'published_at', 'date_published'],
    ...['submitted_at', 'review_created_at'],
  ],
  reply_text: [
    ...[
      'reply',
      'response',
      'response_text',
      'response_body',
      'reply_body',
      'reply_comment',
      'owner_response',
    ],
    ...['official_response', 'official_response_body', 'review_reply_comment'],
  ],
  reply_date: [
    ...['response_date', 'responded_at', 'replied_at', 'response_created_at', 'reply_created_at'],
    ...['official_response_created_at', 'review_reply_update_time'],
  ],
  link: ['url', 'review_url', 'permalink', 'source_url'],
  source: ['site', 'platform'],
};

/** "Star Rating", "starRating" and "star-rating" are `star_rating`. */
export const fieldName = (name: string): string =>
  name
    .trim()
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_|_$/g, '');

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Fields by name; those of objects by their path. Empty ones are left out. */
export function flatFields(row: JsonObject, above = ''): JsonObject {
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]): [string, unknown][] => {
      const name = above + fieldName(key);
      if (isJsonObject(value)) return [[name, value], ...Object.entries(flatFields(value, `${name}_`))];
      return isEmpty(value) ? [] : [[name, value]];
    }),
  );
}

/** The value of a field under any of its names. */
function givenValue(fields: JsonObject, field: Field): unknown {
  const names = [field, ...(OTHER_NAMES[field] ?? [])];
  const name = names.find((each) => each in fields && (field === 'image' || !isJsonObject(fields[each])));
  return name && fields[name];
}

const IN_WORDS = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/;

/**
 * Normalises "21 September 2026", "2026-09-20T22:00:00Z" and "21/09/2026" to `2026-09-21`, instants in the time zone;
 * other text is unchanged.
 */
export function dayOf(text: unknown, timeZone: string): unknown {
  if (typeof text !== 'string') return text;
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text.trim()) ?? [];
  if (day && month && year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const words = IN_WORDS.test(text.trim()) ? new Date(`${text.trim()} UTC`) : undefined;
  if (words && !Number.isNaN(words.getTime())) return words.toISOString().slice(0, 10);
  const isInstant =
    /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
  if (isInstant) return zonedDate(new Date(text), timeZone).date;
  return /^\d{4}-\d\d-\d\d[T ]/.test(text) ? text.slice(0, 10) : text;
}

const STAR_WORDS = ['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];

/** "FOUR", "4", "4/5", "4 stars" and "4 out of 5" are 4; other text is unchanged. */
function starsOf(rating: unknown): unknown {
  if (typeof rating !== 'string') return rating;
  const word = STAR_WORDS.indexOf(rating);
  if (word > 0) return word;
  const [, number] = /^(\d+(?:\.\d+)?)\s*(?:\/\s*5|out of 5|stars?)?$/i.exec(rating.trim()) ?? [];
  return number === undefined ? rating : Number(number);
}

/** Google adds its translation to what the author wrote. */
function asWritten(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const [, original] = /\(Original\)\s*([\s\S]+)$/.exec(text) ?? [];
  const [beforeTranslation = text] = text.split(/\n*\(Translated by Google\)/);
  return original?.trim() ?? (beforeTranslation.trim() || text);
}

/** A review of the Business Profile API and of Google Takeout. */
export const isGoogle = (fields: JsonObject): boolean =>
  typeof fields.star_rating === 'string' && isJsonObject(fields.reviewer);

/** What Google shows in place of the name of an author who has none there. */
const GOOGLE_ANONYMOUS = 'A Google user';

/** Google Takeout has no `reviewId`; the last part of its `name` is the same. */
function googleFields(fields: JsonObject): JsonObject {
  const { name, reviewer } = fields;
  const id = typeof name === 'string' ? name.split('/').at(-1) : undefined;
  const isAnonymous = isJsonObject(reviewer) && reviewer.isAnonymous === true;
  return {
    ...(id && { id }),
    ...fields,
    source: 'Google',
    customer_name: isAnonymous ? GOOGLE_ANONYMOUS : fields.reviewer_display_name,
    ...(fields.comment !== undefined && { comment: asWritten(fields.comment) }),
  };
}

const KNOWN_SOURCES = ['Google', 'ProductReview'];

export const sourceName = (source: string): string =>
  KNOWN_SOURCES.find((name) => slugOf(name) === slugOf(source).replace(/-com(?:-au)?$|-/g, '')) ??
  source.trim();

const text = (value: unknown) => (value === undefined ? '' : String(value));

/** The same review under any id. */
export const contentKey = ({
  source,
  customer_name,
  review_date,
  text: words,
}: Pick<Review, 'source' | 'customer_name' | 'review_date' | 'text'>): string =>
  [source, customer_name, review_date, words].map(text).join('\n');

/** Ids of different sources never meet; a review without one is known by its content. */
function idOf(fields: Partial<Record<Field, unknown>>): string | undefined {
  const { id, source, customer_name, review_date } = fields;
  if (id === undefined && (customer_name === undefined || review_date === undefined)) return undefined;
  const own =
    id === undefined
      ? createHash('sha256')
          .update(contentKey(fields as Review))
          .digest('hex')
          .slice(0, 16)
      : text(id);
  const prefix = source === undefined ? '' : `${slugOf(text(source))}-`;
  return own.startsWith(prefix) ? own : `${prefix}${own}`;
}

/** Renames and converts the fields of a row to those of the settings; other columns are ignored. */
export function reviewFields(row: JsonObject, facts: FileFacts, known: readonly Field[]): JsonObject {
  const flat = flatFields(row);
  const fields = isGoogle(flat) ? googleFields(flat) : flat;
  const given = Object.fromEntries(
    known
      .map((field) => [field, givenValue(fields, field)] as const)
      .filter(([, value]) => value !== undefined),
  ) as Partial<Record<Field, unknown>>;
  const { rating, image, reply_date: replied, source = facts.source } = given;
  const written = given.review_date ?? given.review_date_in_words;
  const link = given.link ?? facts.link;
  const location = given.location ?? facts.location;
  const converted = {
    ...given,
    ...(rating !== undefined && { rating: starsOf(rating) }),
    ...(typeof image === 'string' && { image: { url: image } }),
    ...(written !== undefined && { review_date: dayOf(written, facts.timeZone) }),
    ...(replied !== undefined && { reply_date: dayOf(replied, facts.timeZone) }),
    ...(source !== undefined && { source: typeof source === 'string' ? sourceName(source) : source }),
    ...(link !== undefined && { link }),
    ...(location !== undefined && { location }),
  };
  const id = idOf(converted);
  return { ...converted, ...(id !== undefined && { id }) };
}
