import { zonedDate } from './clock.ts';
import { HOUR_MS } from './duration.ts';

const QUARTER_HOUR_MS = HOUR_MS / 4;

/** The last day looked up in each time zone, as instants. */
const days = new Map<string, { from: number; until: Date }>();

/** The next midnight of a time zone, also on days when its clocks change. */
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
  // Days last 23 to 25 hours and begin on a whole quarter of an hour everywhere.
  let at = Math.ceil(instant.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  if (!isToday(at)) return new Date(at);
  for (const step of [16, 8, 4, 2, 1].map((hours) => hours * HOUR_MS)) while (isToday(at + step)) at += step;
  while (isToday(at)) at += QUARTER_HOUR_MS;
  return new Date(at);
}
