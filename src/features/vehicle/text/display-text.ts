/** VDP-07: empty values in feeds include "" and the word "null". */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  const text = String(value).trim();
  return text === '' || text.toLowerCase() === 'null';
}

/** A longer last word is cut. */
const CUT_WORD = /\s+\S{0,40}$/;

/** Truncates to at most `limit` characters, after a whole word, and appends an ellipsis. */
export function previewText(text: string, limit: number): { preview: string; isCut: boolean } {
  // By code point, to keep surrogate pairs together.
  const characters = [...text];
  if (characters.length <= limit) return { preview: text, isCut: false };
  const start = characters.slice(0, limit).join('');
  const whole = /\s/.test(characters[limit] ?? '') ? start : start.replace(CUT_WORD, '');
  return { preview: `${(whole || start).trimEnd()}…`, isCut: true };
}

/** VDP-08. */
export const COMMENTS_PREVIEW_CHARACTERS = 400;
export const COMMENTS_PENDING = 'Dealer comments are pending. Please check back here later.';

/** VDP-08: a notice replaces comments without letters and digits. */
export function dealerComments(comments: string | undefined): { text: string; isPending: boolean } {
  const text = isEmptyValue(comments) ? '' : (comments ?? '').trim();
  const isPending = !/[\p{L}\p{N}]/u.test(text);
  return { text: isPending ? COMMENTS_PENDING : text, isPending };
}

const LONG_DATE = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** `2027-03-12` → `12 March 2027`. */
export const formatDate = (date: string): string => LONG_DATE.format(new Date(`${date}T00:00:00Z`));

/**
 * VDP-18: the registration includes its expiry date.
 * @param today `YYYY-MM-DD` in the dealer's time zone
 */
export function regoText(
  expiry: string | undefined,
  today: string,
  showUnregistered: boolean,
): string | null {
  if (expiry === undefined) return null;
  if (expiry >= today) return `Expires on ${formatDate(expiry)}`;
  return showUnregistered ? 'Unregistered' : null;
}

/**
 * VDP-07: removes empty strings and the word "null", also from lists. Records stored by earlier versions of the import
 * still contain them.
 */
export function statedValues<R extends object>(record: R): R {
  const stated = Object.entries(record).flatMap(([field, value]): [string, unknown][] => {
    if (typeof value === 'string') return isEmptyValue(value) ? [] : [[field, value]];
    const isList = Array.isArray(value) && value.some((each) => typeof each === 'string');
    return [[field, isList ? value.filter((each) => !isEmptyValue(each)) : value]];
  });
  return Object.fromEntries(stated) as R;
}
