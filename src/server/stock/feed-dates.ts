import { zonedDate } from '#src/domain/clock.ts';

/** Either may be followed by a time of day. */
const YEAR_FIRST = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d.*)?$/;
const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: \d.*)?$/;
/** A date and time of day with `Z` or an offset: an instant, which is another day in another time zone. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?:(Z|UTC|GMT)|([+-]\d{2}):?(\d{2})?)$/i;

function instantOf(text: string): Date | undefined {
  const [, date, time, utc, hours, minutes = '00'] = INSTANT.exec(text) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const instant = new Date(`${date}T${time}${utc ? 'Z' : `${hours}:${minutes}`}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/**
 * `31/3/2027` or `2027-03-31T00:00` → `2027-03-31`; undefined for anything else and for days no month has.
 * @param timeZone where the day of an instant such as `2027-03-30T13:00:00Z` is looked up; without one, it is the day as written
 */
export function readDate(text: string, timeZone?: string): string | undefined {
  const yearFirst = YEAR_FIRST.exec(text);
  const [year, month, day] = yearFirst?.slice(1) ?? DAY_FIRST.exec(text)?.slice(1).reverse() ?? [];
  if (!year || !month || !day) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // JavaScript rolls 31 February over into March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso)) return undefined;
  const instant = instantOf(text);
  return instant && timeZone !== undefined ? zonedDate(instant, timeZone).date : iso;
}
