/** Either may be followed by a time of day. */
const YEAR_FIRST = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d.*)?$/;
const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: \d.*)?$/;

/** `31/3/2027` or `2027-03-31T00:00` → `2027-03-31`; undefined for anything else and for days no month has. */
export function readDate(text: string): string | undefined {
  const yearFirst = YEAR_FIRST.exec(text);
  const [year, month, day] = yearFirst?.slice(1) ?? DAY_FIRST.exec(text)?.slice(1).reverse() ?? [];
  if (!year || !month || !day) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // JavaScript rolls 31 February over into March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : undefined;
}
