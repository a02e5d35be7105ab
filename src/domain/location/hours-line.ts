import type { Location } from '#src/config/sections/locations.ts';
import { type CalendarDate, weekdayOf } from './calendar.ts';
import { type DayTimes, specialTimes, weekdayTimes } from './hours.ts';

const written = (day: number | string, times: DayTimes) =>
  `${day}=${times ? `${times.open}-${times.close}` : ''}`;

/**
 * Opening hours as a line of an attribute: `1=08:30-17:30 2026-12-25=`, a weekday or a date and its times, without them
 * where the place is closed. Closed weekdays, and names of holidays, are left out.
 */
export const writeHours = ({
  opening_hours,
  special_hours,
}: Pick<Location, 'opening_hours' | 'special_hours'>): string =>
  [
    ...opening_hours.flatMap((day) => {
      const times = weekdayTimes(day);
      return times ? written(day.weekday, times) : [];
    }),
    ...special_hours.map((day) => written(day.date, specialTimes(day))),
  ].join(' ');

/** Times of a calendar date in a line of `writeHours`, as `timesOn` finds them in the hours. */
export function timesInLine(line: string, date: CalendarDate): DayTimes {
  const times: Partial<Record<string, string>> = Object.fromEntries(
    line.split(' ').map((day) => day.split('=')),
  );
  const [open = '', close] = (times[date] ?? times[weekdayOf(date)] ?? '').split('-');
  return close ? { open, close } : null;
}
