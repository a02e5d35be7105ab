import { zonedDate } from './clock.ts';
import { HOUR_MS } from './duration.ts';

/** Years begin on a whole quarter of an hour everywhere. */
const YEAR_GRID_MS = HOUR_MS / 4;

/**
 * The last quarter-hour looked up in each time zone: imports and searches ask for every vehicle, and calendars are
 * slow.
 */
const quarters = new Map<string, { quarter: number; year: number }>();

/** The current year in a time zone. A separate module, so that pages that only need the time do not load it. */
export function calendarYear(instant: Date, timeZone: string): number {
  const quarter = Math.floor(instant.getTime() / YEAR_GRID_MS);
  const known = quarters.get(timeZone);
  if (known?.quarter === quarter) return known.year;
  const { year } = zonedDate(instant, timeZone);
  quarters.set(timeZone, { quarter, year });
  return year;
}
