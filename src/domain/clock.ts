import { HOUR_MS } from './duration.ts';

const QUARTER_HOUR_MS = HOUR_MS / 4;
const MINUTE_MS = HOUR_MS / 60;

/** Source of "now". Rules with ages, dates, hours and offers take one; tests set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export const fixedClock = (iso: string): Clock => ({ now: () => new Date(iso) });

/** Making a format costs a thousand times what using it does. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-AU', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, made);
  return made;
}

export type ZonedDate = { date: string; year: number; weekday: number; time: string };

/** The minute last asked for in each time zone: imports and searches ask for it once a vehicle. */
const minutes = new Map<string, { minute: number; zoned: ZonedDate }>();

/** Calendar date `YYYY-MM-DD` and parts of an instant in a time zone. */
export function zonedDate(instant: Date, timeZone: string): ZonedDate {
  const minute = Math.floor(instant.getTime() / MINUTE_MS);
  const known = minutes.get(timeZone);
  if (known?.minute === minute) return known.zoned;
  const zoned = readZoned(instant, timeZone);
  minutes.set(timeZone, { minute, zoned });
  return zoned;
}

function readZoned(instant: Date, timeZone: string): ZonedDate {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const date = `${parts.year}-${parts.month}-${parts.day}`;
  return {
    date,
    year: Number(parts.year),
    weekday: new Date(`${date}T00:00:00Z`).getUTCDay(),
    time: `${parts.hour}:${parts.minute}`,
  };
}

/** The day last asked for in each time zone, as instants. */
const days = new Map<string, { from: number; until: Date }>();

/** The coming midnight of a time zone, also on the days its clocks change. */
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
