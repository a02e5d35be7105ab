/** Source of the current time; tests replace it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export const fixedClock = (iso: string): Clock => ({ now: () => new Date(iso) });

type ZonedDate = { date: string; year: number; weekday: number; time: string };

/** Browsers have `Temporal`, Node 24 does not. */
type TemporalDate = Date & {
  toTemporalInstant?(): { toZonedDateTimeISO(timeZone: string): { toString(): string } };
};

/** By time zone: creating a format takes a hundred times as long as using it. */
const formats: Record<string, Intl.DateTimeFormat> = {};

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  (formats[timeZone] ??= new Intl.DateTimeFormat('en-AU', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }));

/** `YYYY-MM-DDTHH:MM` */
function formattedMinute(instant: Date, timeZone: string): string {
  const of = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${of.year}-${of.month}-${of.day}T${of.hour}:${of.minute}`;
}

/** Date `YYYY-MM-DD` and time parts of an instant in a time zone. */
export function zonedDate(instant: TemporalDate, timeZone: string): ZonedDate {
  // Temporal takes 4 ms on first use in browsers; Intl takes 25 ms to load locale data.
  const text =
    instant.toTemporalInstant?.().toZonedDateTimeISO(timeZone).toString() ??
    formattedMinute(instant, timeZone);
  const [date = '', time = ''] = text.split('T');
  return {
    date,
    year: Number.parseInt(date, 10),
    // Date-only strings are parsed as UTC.
    weekday: new Date(date).getUTCDay(),
    time: time.slice(0, 5),
  };
}
