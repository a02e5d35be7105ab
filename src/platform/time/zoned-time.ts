import { Temporal } from 'temporal-polyfill';
import { zonedDate } from './clock.ts';
import { HOUR_MS } from './duration.ts';

/** In all time zones, years start on a multiple of a quarter-hour. */
const YEAR_GRID_MS = HOUR_MS / 4;

/** Caches the last quarter-hour per time zone: imports and searches look up every vehicle, and calendars are slow. */
const quarters = new Map<string, { quarter: number; year: number }>();

/** Current year in a time zone. */
export function calendarYear(instant: Date, timeZone: string): number {
  const quarter = Math.floor(instant.getTime() / YEAR_GRID_MS);
  const known = quarters.get(timeZone);
  if (known?.quarter === quarter) return known.year;
  const { year } = zonedDate(instant, timeZone);
  quarters.set(timeZone, { quarter, year });
  return year;
}

/** The last day looked up in each time zone, as instants. */
const days = new Map<string, { from: number; until: Date }>();

/** Next midnight in a time zone, across daylight saving changes. */
export function nextMidnight(instant: Date, timeZone: string): Date {
  const known = days.get(timeZone);
  if (known && instant.getTime() >= known.from && instant < known.until) return known.until;
  const here = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  const until = new Date(here.add({ days: 1 }).startOfDay().epochMilliseconds);
  days.set(timeZone, { from: instant.getTime(), until });
  return until;
}

/**
 * The instant at which a wall clock shows a local time, the earlier one if it occurs twice; undefined if the clock
 * skips it or no month has the day.
 * @param local `YYYY-MM-DDTHH:MM`
 */
export type WallClock = (local: string) => Date | undefined;

/** @param timeZone IANA name, `Australia/Sydney` */
export const wallClock =
  (timeZone: string): WallClock =>
  (local) => {
    // Temporal throws for a day that no month has.
    if (!new Date(`${local}Z`).toJSON()?.startsWith(local)) return undefined;
    const wanted = Temporal.PlainDateTime.from(local);
    const found = wanted.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
    return found.toPlainDateTime().equals(wanted) ? new Date(found.epochMilliseconds) : undefined;
  };
