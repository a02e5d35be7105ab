import type { Location } from '#src/config/sections/business/locations-section.ts';
import { addDays, type CalendarDate, weekdayOf } from '#src/platform/time/calendar-date.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { type DayTimes, dayName, formatTime, specialTimes, timesOn, weekdayTimes } from './opening-hours.ts';

export type OpenNow = {
  open: boolean;
  /**
   * `Open until 5:30 pm`, `Opens today 8:30 am`, `Opens tomorrow 8:30 am`, `Opens Monday 8:30 am`, `Closed today
   * (Christmas Day), opens Monday 8:30 am` or `Closed today`.
   */
  text: string;
  /** For narrow places: `Closed today`, `Opens 5 January`; otherwise `text`. */
  brief: string;
};

type Hours = Pick<Location, 'opening_hours' | 'special_hours'>;

/** What is known of a date: its times, and the name of a special day. */
type Day = { times: DayTimes; name?: string | undefined };

/** Longer than any shutdown over Christmas. */
const DAYS_AHEAD = 28;
/** Further ahead, a weekday alone would be ambiguous. */
const WEEKDAY_ALONE_DAYS = 6;

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
] as const;

/**
 * Whether a location is open at an instant, in its own time zone, including special hours (LOC-07, LOC-14).
 * @param timeZone IANA name, `Australia/Sydney`
 */
export const openNow = (location: Hours, instant: Date, timeZone: string): OpenNow =>
  openAt((date) => dayOf(location, date), instant, timeZone);

const dayOf = (location: Hours, date: CalendarDate): Day => ({
  times: timesOn(location, date),
  name: location.special_hours.find((day) => day.date === date)?.name,
});

type Opening = { date: CalendarDate; daysAhead: number; open: string };

/**
 * The first opening after a date.
 * @param daysAhead most days to look ahead
 */
export function nextOpening(
  timesOf: (date: CalendarDate) => DayTimes,
  date: CalendarDate,
  daysAhead: number,
): Opening | undefined {
  for (let ahead = 1; ahead <= daysAhead; ahead++) {
    const day = addDays(date, ahead);
    const times = timesOf(day);
    if (times) return { date: day, daysAhead: ahead, open: times.open };
  }
  return undefined;
}

const said = (open: boolean, text: string, brief = text): OpenNow => ({ open, text, brief });

/** `tomorrow 8:30 am`, `Monday 8:30 am`, `Monday 11 January, 8:30 am`; briefly `11 January`. */
function openingTexts({ date, daysAhead, open }: Opening): readonly [text: string, brief?: string] {
  const time = formatTime(open);
  if (daysAhead === 1) return [`tomorrow ${time}`];
  const weekday = dayName(weekdayOf(date));
  if (daysAhead <= WEEKDAY_ALONE_DAYS) return [`${weekday} ${time}`];
  const [, month = 1, day] = date.split('-').map(Number);
  const dayText = `${day} ${MONTHS[month - 1]}`;
  return [`${weekday} ${dayText}, ${time}`, dayText];
}

/** Variant of `openNow` that takes what is known of each date. */
export function openAt(on: (date: CalendarDate) => Day, instant: Date, timeZone: string): OpenNow {
  const { date, time } = zonedDate(instant, timeZone);
  const { times, name } = on(date);
  if (times && time < times.open) return said(false, `Opens today ${formatTime(times.open)}`);
  if (times && time < times.close) return said(true, `Open until ${formatTime(times.close)}`);
  const holiday = times ? undefined : name;
  const closed = holiday ? `Closed today (${holiday})` : 'Closed today';
  const next = nextOpening((day) => on(day).times, date, DAYS_AHEAD);
  if (!next) return said(false, closed, 'Closed today');
  const [text, brief = text] = openingTexts(next);
  return holiday
    ? said(false, `${closed}, opens ${text}`, 'Closed today')
    : said(false, `Opens ${text}`, `Opens ${brief}`);
}

const written = (day: number | string, times: DayTimes, name = '') =>
  `${day}=${times ? `${times.open}-${times.close}` : ''}${name && `;${encodeURIComponent(name)}`}`;

/**
 * Serialises opening hours for an attribute: `1=08:30-17:30 2026-12-25=;Christmas%20Day`, a weekday or date, its times,
 * empty if closed, and the name of a special day. Closed weekdays are omitted.
 */
export const writeHours = ({ opening_hours, special_hours }: Hours): string =>
  [
    ...opening_hours.flatMap((day) => {
      const times = weekdayTimes(day);
      return times ? written(day.weekday, times) : [];
    }),
    ...special_hours.map((day) => written(day.date, specialTimes(day), day.name)),
  ].join(' ');

/** What the output of `writeHours` says of a date. */
export function dayInLine(line: string, date: CalendarDate): Day {
  const days: Partial<Record<string, string>> = Object.fromEntries(
    line.split(' ').map((day) => day.split('=')),
  );
  const [times = '', name] = (days[date] ?? days[weekdayOf(date)] ?? '').split(';');
  const [open = '', close] = times.split('-');
  return { times: close ? { open, close } : null, name: name && decodeURIComponent(name) };
}
