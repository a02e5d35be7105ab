import { zonedDate } from '../clock.ts';
import { DAY_MS } from '../duration.ts';

/** FORM-10: the last day an estimate holds, `YYYY-MM-DD` at the dealer; 7 days from a Monday end on the next Monday. */
export function validUntil(valuedAt: Date, validDays: number, timeZone: string): string {
  const { date } = zonedDate(valuedAt, timeZone);
  return new Date(Date.parse(`${date}T00:00:00Z`) + validDays * DAY_MS).toISOString().slice(0, 10);
}

/** Whether the last day is over at the dealer. */
export const isExpired = (lastDay: string, now: Date, timeZone: string): boolean =>
  zonedDate(now, timeZone).date > lastDay;

/** `Monday 8 July 2026` */
export const formatLongDate = (date: string): string =>
  new Intl.DateTimeFormat('en-AU', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(',', '');
