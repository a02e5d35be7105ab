import { zonedDate } from './clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts';

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

const QUARTER_HOUR_MS = HOUR_MS / 4;

/** Caches the current day per time zone. */
const days = new Map<string, { from: number; until: Date }>();

/** Next midnight in a time zone, across daylight saving changes. */
export function nextMidnight(instant: Date, timeZone: string): Date {
  const known = days.get(timeZone);
  if (known && instant.getTime() >= known.from && instant < known.until) return known.until;
  const until = findMidnight(instant, timeZone);
  days.set(timeZone, { from: instant.getTime(), until });
  return until;
}

function findMidnight(instant: Date, timeZone: string): Date {
  const { date } = zonedDate(instant, timeZone);
  const isToday = (ms: number) => zonedDate(new Date(ms), timeZone).date === date;
  // Days last 23 to 25 hours and start on a multiple of a quarter-hour in all time zones.
  let at = Math.ceil(instant.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  if (!isToday(at)) return new Date(at);
  for (const step of [16, 8, 4, 2, 1].map((hours) => hours * HOUR_MS)) while (isToday(at + step)) at += step;
  while (isToday(at)) at += QUARTER_HOUR_MS;
  return new Date(at);
}

/** UTC offset at an instant, in whole minutes. */
function offsetMs(instant: number, timeZone: string): number {
  const { date, time } = zonedDate(new Date(instant), timeZone);
  const minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${date}T${time}Z`) - minute;
}

/**
 * Converts local time to an instant, the earlier one if it is ambiguous; undefined if it is skipped.
 * @param local `YYYY-MM-DDTHH:MM`
 */
export type WallClock = (local: string) => Date | undefined;

/** @param timeZone IANA name, `Australia/Sydney` */
export function wallClock(timeZone: string): WallClock {
  const known = new Map<number, number>();
  function offsetAt(instant: number): number {
    const offset = known.get(instant) ?? offsetMs(instant, timeZone);
    known.set(instant, offset);
    return offset;
  }
  return (local) => {
    const asUtc = Date.parse(`${local}Z`);
    const day = Math.floor(asUtc / DAY_MS) * DAY_MS;
    // No time zone has two changes within these days.
    const before = offsetAt(day - DAY_MS);
    const after = offsetAt(day + 2 * DAY_MS);
    if (before === after) return new Date(asUtc - before);
    const instants = [asUtc - before, asUtc - after].sort((a, b) => a - b);
    const found = instants.find((instant) => instant + offsetMs(instant, timeZone) === asUtc);
    return found === undefined ? undefined : new Date(found);
  };
}

/** Minutes since midnight: `17:30`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
