import type { Location, OpeningHour, SpecialHours } from '#src/config/sections/business/locations-section.ts';
import type { STATES } from '#src/config/sections/states.ts';
import { type CalendarDate, weekdayOf } from '#src/platform/time/calendar-date.ts';

/** Times of a day as `HH:MM` on a 24-hour clock, open before close; null if closed. */
export type DayTimes = { open: string; close: string } | null;

/** A row of an opening hours table. `weekday` 0 is Sunday; collapsed rows have that of their first day. */
type HoursRow = { weekday: number; day: string; text: string; closed: boolean };

type HolidayRow = { date: CalendarDate; day: string; name: string | null; text: string };

type Hours = Pick<Location, 'opening_hours' | 'special_hours'>;

const CLOSED = 'Closed';
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0] as const;
const WORKING_DAYS = 5;
const DAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export const dayName = (weekday: number): string => DAY_NAMES[weekday] ?? '';

/** `17:30` → `5:30 pm`, `09:00` → `9 am`, `00:00` → `12 am`. */
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'am' : 'pm'}`;
}

const timesText = (times: DayTimes): string =>
  times ? `${formatTime(times.open)} – ${formatTime(times.close)}` : CLOSED;

const timesOf = (status?: OpeningHour['status'], open?: string, close?: string): DayTimes =>
  status === 'Open' && open !== undefined && close !== undefined ? { open, close } : null;

export const weekdayTimes = (entry?: OpeningHour): DayTimes =>
  timesOf(entry?.status, entry?.open, entry?.close);

/** Supports both shapes of the specification: start_hour/end_hour and hours begin/end (LOC-14). */
export const specialTimes = ({ status, start_hour, end_hour, hours }: SpecialHours): DayTimes =>
  timesOf(status, start_hour ?? hours?.begin, end_hour ?? hours?.end);

/** Times of a date; special hours take precedence. */
export function timesOn({ opening_hours, special_hours }: Hours, date: CalendarDate): DayTimes {
  const special = special_hours.find((day) => day.date === date);
  if (special) return specialTimes(special);
  return weekdayTimes(opening_hours.find((day) => day.weekday === weekdayOf(date)));
}

export const hasHours = ({ opening_hours, special_hours }: Hours): boolean =>
  opening_hours.length + special_hours.length > 0;

/** Text that is always true: `Open 5 days a week`. @param days number of open weekdays */
export function openDaysText(days: number): string {
  if (days === 0) return 'By appointment';
  return days === MONDAY_FIRST.length
    ? 'Open every day'
    : `Open ${days} ${days === 1 ? 'day' : 'days'} a week`;
}

/** Monday to Sunday (LOC-07); a day without an entry is closed. Empty if there are no entries. */
export function weekHours(openingHours: readonly OpeningHour[]): HoursRow[] {
  if (openingHours.length === 0) return [];
  return MONDAY_FIRST.map((weekday) => {
    const entry = openingHours.find((day) => day.weekday === weekday);
    const times = weekdayTimes(entry);
    const text = (times && entry?.formated_hours) || timesText(times);
    return { weekday, day: dayName(weekday), text, closed: times === null };
  });
}

/** Combines Monday to Friday if all five are equal. */
export function collapseWeekdays(rows: readonly HoursRow[]): HoursRow[] {
  const [first, ...others] = rows.slice(0, WORKING_DAYS);
  const identical =
    first !== undefined &&
    rows.length === DAY_NAMES.length &&
    others.every(({ text, closed }) => text === first.text && closed === first.closed);
  if (!identical) return [...rows];
  return [{ ...first, day: 'Monday – Friday' }, ...rows.slice(WORKING_DAYS)];
}

/**
 * Special hours from today on, soonest first; `day` is `Friday 25 December`, with the year if it is not the current
 * one.
 */
export function holidayHours(
  { special_hours }: Pick<Hours, 'special_hours'>,
  today: CalendarDate,
): HolidayRow[] {
  const longDate = (date: CalendarDate) =>
    new Date(`${date}T00:00:00Z`)
      .toLocaleDateString('en-AU', {
        timeZone: 'UTC',
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: date.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric',
      })
      // Only some engines put a comma after the weekday.
      .replace(',', '');
  return special_hours
    .filter(({ date }) => date >= today)
    .sort((a, b) => a.date.localeCompare(b.date))
    .map((special) => ({
      date: special.date,
      day: longDate(special.date),
      name: special.name ?? null,
      text: timesText(specialTimes(special)),
    }));
}

type State = (typeof STATES)[number];

/** Time zones used in each state, most common first. */
export const TIME_ZONES_OF: Readonly<Record<State, readonly [string, ...string[]]>> = {
  act: ['Australia/Sydney'],
  nsw: ['Australia/Sydney', 'Australia/Broken_Hill', 'Australia/Lord_Howe', 'Pacific/Norfolk'],
  nt: ['Australia/Darwin'],
  qld: ['Australia/Brisbane', 'Australia/Lindeman'],
  sa: ['Australia/Adelaide', 'Australia/Eucla'],
  tas: ['Australia/Hobart', 'Australia/Currie', 'Antarctica/Macquarie'],
  vic: ['Australia/Melbourne'],
  wa: ['Australia/Perth', 'Australia/Eucla', 'Indian/Christmas', 'Indian/Cocos'],
};

/**
 * LOC-14: time zone of a location: its own, or the dealer's if used in its state, or that of its state. A dealer in
 * Brisbane with a location in Sydney has two from October to April.
 */
export function timeZoneOf(
  { timeZone, address }: Pick<Location, 'timeZone' | 'address'>,
  site: { timeZone: string },
): string {
  const zones = TIME_ZONES_OF[address.state];
  return timeZone ?? (zones.includes(site.timeZone) ? site.timeZone : zones[0]);
}
