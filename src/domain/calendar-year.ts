import { zonedDate } from './clock.ts';
import { HOUR_MS } from './duration.ts';

/** Years begin on a whole quarter of an hour everywhere. */
const QUARTER_HOUR_MS = HOUR_MS / 4;

/** The quarter last asked for in each time zone: imports and searches ask once a vehicle, and a calendar is slow. */
const quarters = new Map<string, { quarter: number; year: number }>();

/** The present year of a time zone. A module of its own: browsers that only tell the time do not load it. */
export function calendarYear(instant: Date, timeZone: string): number {
  const quarter = Math.floor(instant.getTime() / QUARTER_HOUR_MS);
  const known = quarters.get(timeZone);
  if (known?.quarter === quarter) return known.year;
  const { year } = zonedDate(instant, timeZone);
  quarters.set(timeZone, { quarter, year });
  return year;
}
