/** Source of "now". Rules with ages, dates, hours and offers take one; tests set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export const fixedClock = (iso: string): Clock => ({ now: () => new Date(iso) });

export type ZonedDate = { date: string; year: number; weekday: number; time: string };

/** A date where `Temporal` is: browsers have it, Node 24 does not. */
type TemporalDate = Date & {
  toTemporalInstant?(): { toZonedDateTimeISO(timeZone: string): { toString(): string } };
};

/** By time zone: creating one takes a hundred times as long as using it. */
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

/** Calendar date `YYYY-MM-DD` and parts of an instant in a time zone. */
export function zonedDate(instant: TemporalDate, timeZone: string): ZonedDate {
  // The first takes a browser 4 ms; the first format takes 25 ms, because it reads the data of the language.
  const text =
    instant.toTemporalInstant?.().toZonedDateTimeISO(timeZone).toString() ??
    formattedMinute(instant, timeZone);
  const [date = '', time = ''] = text.split('T');
  return {
    date,
    year: Number.parseInt(date, 10),
    // A date without a time is one of UTC.
    weekday: new Date(date).getUTCDay(),
    time: time.slice(0, 5),
  };
}
