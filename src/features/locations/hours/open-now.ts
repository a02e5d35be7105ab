import type { Location } from '#src/config/sections/business/locations-section.ts';
import { addDays, type CalendarDate, weekdayOf } from '#src/platform/time/calendar-date.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { type DayTimes, dayName, formatTime, specialTimes, timesOn, weekdayTimes } from './opening-hours.ts';

export type OpenNow = {
  open: boolean;
  /** `Open until 5:30pm`, `Opens today 8:30am`, `Opens Monday 8:30am` or `Closed today`. */
  text: string;
};

/** Further ahead, a weekday would be ambiguous. */
const DAYS_AHEAD = 6;

/**
 * Whether a location is open at an instant, in its own time zone, including special hours (LOC-07, LOC-14).
 * @param timeZone IANA name, `Australia/Sydney`
 */
export const openNow = (
  location: Pick<Location, 'opening_hours' | 'special_hours'>,
  instant: Date,
  timeZone: string,
): OpenNow => openAt((date) => timesOn(location, date), instant, timeZone);

/** Variant of `openNow` that takes the times of each date. */
export function openAt(timesOf: (date: CalendarDate) => DayTimes, instant: Date, timeZone: string): OpenNow {
  const { date, time } = zonedDate(instant, timeZone);
  const today = timesOf(date);
  if (today && time < today.open) return { open: false, text: `Opens today ${formatTime(today.open)}` };
  if (today && time < today.close) return { open: true, text: `Open until ${formatTime(today.close)}` };
  for (let ahead = 1; ahead <= DAYS_AHEAD; ahead++) {
    const day = addDays(date, ahead);
    const times = timesOf(day);
    if (times) return { open: false, text: `Opens ${dayName(weekdayOf(day))} ${formatTime(times.open)}` };
  }
  return { open: false, text: 'Closed today' };
}

const written = (day: number | string, times: DayTimes) =>
  `${day}=${times ? `${times.open}-${times.close}` : ''}`;

/**
 * Serialises opening hours for an attribute: `1=08:30-17:30 2026-12-25=`, a weekday or date and its times, empty if
 * closed. Closed weekdays and names of holidays are omitted.
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

/** Counterpart of `timesOn` for the output of `writeHours`. */
export function timesInLine(line: string, date: CalendarDate): DayTimes {
  const times: Partial<Record<string, string>> = Object.fromEntries(
    line.split(' ').map((day) => day.split('=')),
  );
  const [open = '', close] = (times[date] ?? times[weekdayOf(date)] ?? '').split('-');
  return close ? { open, close } : null;
}
