import type { Location } from '#src/config/sections/locations.ts';
import { zonedDate } from '../clock.ts';
import { addDays, type CalendarDate, weekdayOf } from './calendar.ts';
import { type DayTimes, dayName, formatTime, timesOn } from './hours.ts';

export type OpenNow = {
  open: boolean;
  /** `Open until 5:30pm`, `Opens today 8:30am`, `Opens Monday 8:30am` or `Closed today`. */
  text: string;
};

/** Beyond a week a weekday's name would point at the wrong day. */
const DAYS_AHEAD = 6;

/**
 * Whether a location is open at an instant, on its own wall clock; special hours count (LOC-07, LOC-14).
 * @param timeZone IANA name, `Australia/Sydney`
 */
export const openNow = (
  location: Pick<Location, 'opening_hours' | 'special_hours'>,
  instant: Date,
  timeZone: string,
): OpenNow => openAt((date) => timesOn(location, date), instant, timeZone);

/** The same by the times of each date. */
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
