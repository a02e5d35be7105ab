/** Source of "now". Rules with ages, dates, hours and offers take one; tests set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export const fixedClock = (iso: string): Clock => ({ now: () => new Date(iso) });

export type ZonedDate = { date: string; year: number; weekday: number; time: string };

/** Creating one takes a hundred times as long as using it. */
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

/** Calendar date `YYYY-MM-DD` and parts of an instant in a time zone. */
export function zonedDate(instant: Date, timeZone: string): ZonedDate {
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
