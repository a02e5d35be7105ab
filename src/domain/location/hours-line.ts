import type { Location } from '#src/config/sections/locations.ts';
import { type DayTimes, specialTimes, weekdayTimes } from './hours.ts';

type Hours = Pick<Location, 'opening_hours' | 'special_hours'>;

const written = (day: number | string, times: DayTimes) =>
  times ? `${day}=${times.open}-${times.close}` : `${day}`;

/**
 * Opening hours as a line of an attribute: `1=08:30-17:30 2026-12-25`, a weekday or a date and its times, without them
 * where the place is closed. Closed weekdays, and names of holidays, are left out.
 */
export const writeHours = ({ opening_hours, special_hours }: Hours): string =>
  [
    ...opening_hours.flatMap((day) => {
      const times = weekdayTimes(day);
      return times ? written(day.weekday, times) : [];
    }),
    ...special_hours.map((day) => written(day.date, specialTimes(day))),
  ].join(' ');

/** What `writeHours` wrote: the same times on every date. */
export function readHours(line: string): Hours {
  const hours: Hours = { opening_hours: [], special_hours: [] };
  for (const entry of line.split(' ').filter(Boolean)) {
    const [day = '', times] = entry.split('=');
    const [open, close] = times?.split('-') ?? [];
    const status = times ? 'Open' : 'Closed';
    if (day.length === 1) hours.opening_hours.push({ weekday: Number(day), status, open, close });
    else hours.special_hours.push({ date: day, status, start_hour: open, end_hour: close });
  }
  return hours;
}
