import type { DateOrder } from '#src/config/sections/feed.ts';
import { zonedDate } from '#src/domain/clock.ts';

/** Any may be followed by a time of day. */
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d.*)?$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:,? \d.*)?$/;
/** A date and time of day with `Z` or an offset: an instant, which is another day in another time zone. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?:(Z|UTC|GMT)|([+-]\d{2}):?(\d{2})?)$/i;

function instantOf(text: string): Date | undefined {
  const [, date, time, utc, hours, minutes = '00'] = INSTANT.exec(text) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const instant = new Date(`${date}T${time}${utc ? 'Z' : `${hours}:${minutes}`}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

const MONTHS = 12;

/** What a date with its year last says about the order of its day and month; `either` where both fit. */
export function orderIn(text: string): DateOrder | 'either' | undefined {
  const [, first, , second] = YEAR_LAST.exec(text) ?? [];
  if (first === undefined || second === undefined || Number(first) === Number(second)) return undefined;
  const [one, two] = [Number(first), Number(second)];
  if (one > MONTHS) return two > MONTHS ? undefined : 'DD/MM/YYYY';
  return two > MONTHS ? 'MM/DD/YYYY' : 'either';
}

/** Year, month and day. */
function partsOf(text: string, order: DateOrder): readonly string[] {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return yearFirst.slice(1);
  const [, first = '', , second = '', year = ''] = YEAR_LAST.exec(text) ?? [];
  return order === 'DD/MM/YYYY' ? [year, second, first] : [year, first, second];
}

/**
 * `31/3/2027` or `2027-03-31T00:00` → `2027-03-31`; undefined for anything else and for days no month has.
 * @param timeZone where the day of an instant such as `2027-03-30T13:00:00Z` is looked up; without one, it is the day as written
 */
export function readDate(text: string, order: DateOrder, timeZone?: string): string | undefined {
  const [year, month, day] = partsOf(text, order);
  if (!year || !month || !day) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // JavaScript rolls 31 February over into March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso)) return undefined;
  const instant = instantOf(text);
  return instant && timeZone !== undefined ? zonedDate(instant, timeZone).date : iso;
}

/** Databases write these where they know no date. */
export const isPlaceholderDate = (iso: string): boolean => /^(?:0|1[0-8]|1900-01-01|9999)/.test(iso);
