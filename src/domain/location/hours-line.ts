import type { Location } from '#src/config/sections/locations.ts';
import { type CalendarDate, weekdayOf } from './calendar.ts';
import { type DayTimes, specialTimes, weekdayTimes } from './hours.ts';

const written = (day: number | string, times: DayTimes) =>
  times ? `${day}=${times.open}-${times.close}` : `${day}`;

/**
 * Opening hours as a line of an attribute: `1=08:30-17:30 2026-12-25`, a weekday or a date and its times, without them
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

const entryOf = (line: string, day: number | string) =>
  new RegExp(`(?:^| )${day}(?:=(.{5})-(.{5}))?(?: |$)`).exec(line);

/** Times of a calendar date in a line of `writeHours`, as `timesOn` finds them in the hours. */
export function timesInLine(line: string, date: CalendarDate): DayTimes {
  const [, open, close] = entryOf(line, date) ?? entryOf(line, weekdayOf(date)) ?? [];
  return open && close ? { open, close } : null;
}
