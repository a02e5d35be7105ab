const MINUTE_MS = 60_000;

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
