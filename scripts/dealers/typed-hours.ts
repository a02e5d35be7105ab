import type { OpeningHour } from '#src/config/sections/business/locations-section.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEK = DAYS.length;
/** The earliest opening hour taken for a morning where "am" is left out. */
const EARLIEST_MORNING = 5;

const DAY_RANGE = /^([a-z]{3,9})(?:\s*(?:-|–|to)\s*([a-z]{3,9}))?(?:\s*:\s*|\s+)(.+)$/;
const TIME_RANGE =
  /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap]m)?\s*(?:-|–|to)\s*(\d{1,2})(?:[:.](\d{2}))?\s*([ap]m)?$/;

/** `mon`, `tues`, `saturday`. */
function weekdayNamed(word: string): number | undefined {
  const day = DAYS.indexOf(word.slice(0, 3));
  const full = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'][day];
  return full?.startsWith(word) ? day : undefined;
}

function timeOf(hour: string, minute = '00', half?: string): string | undefined {
  const twelve = Number(hour);
  if (half && (twelve < 1 || twelve > 12)) return undefined;
  const hours = half ? (twelve % 12) + (half === 'pm' ? 12 : 0) : twelve;
  if (hours > 23 || Number(minute) > 59) return undefined;
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/** The start of a range; "1-5pm" has its half of the day from the end, where that is still before the end. */
function openingBefore(
  close: string | undefined,
  [hour = '', minute, half]: readonly (string | undefined)[],
  endHalf: string | undefined,
): string | undefined {
  if (half || !endHalf || Number(hour) > 12 || !close) return timeOf(hour, minute, half);
  const sameHalf = timeOf(hour, minute, endHalf);
  if (sameHalf && sameHalf < close) return sameHalf;
  // Dealers open in the morning: "9-5pm" is 09:00, "2-1pm" is a mistake.
  return Number(hour) >= EARLIEST_MORNING ? timeOf(hour, minute) : undefined;
}

type Times = Pick<OpeningHour, 'status' | 'open' | 'close'>;

function timesOf(text: string): Times | undefined {
  if (text === 'closed') return { status: 'Closed' };
  const [, hour = '', minute, half, endHour = '', endMinute, endHalf] = TIME_RANGE.exec(text) ?? [];
  const close = timeOf(endHour, endMinute, endHalf);
  const open = openingBefore(close, [hour, minute, half], endHalf);
  return hour !== '' && open && close && open < close ? { status: 'Open', open, close } : undefined;
}

/** The weekdays from one to another, across the weekend if necessary. */
const daysBetween = (first: number, last: number): number[] =>
  Array.from({ length: ((last - first + WEEK) % WEEK) + 1 }, (_, at) => (first + at) % WEEK);

/**
 * Hours as people type them: "Mon-Fri: 8:30-17:30, Sat 9am-noon, Sun closed". A day left out is closed; nothing at
 * all gives no hours.
 * @returns undefined for what cannot be read, or names a day twice
 */
export function readOpeningHours(text: string): OpeningHour[] | undefined {
  const parts = text
    .toLowerCase()
    .replace(/\b([ap])\.\s?m\b\.?/g, '$1m')
    .replace(/\b(?:12\s*)?(?:noon|midday)\b/g, '12pm')
    .replace(/\bweekdays\b/g, 'mon-fri')
    .replace(/\bweekends?\b/g, 'sat-sun')
    .split(/[,;]/)
    .flatMap((part) => part.trim() || []);
  if (parts.length === 0) return [];
  const week = new Map<number, Times>();
  for (const part of parts) {
    const [, from = '', to = from, hours = ''] = DAY_RANGE.exec(part) ?? [];
    const [first, last, times] = [weekdayNamed(from), weekdayNamed(to), timesOf(hours.trim())];
    if (first === undefined || last === undefined || !times) return undefined;
    for (const day of daysBetween(first, last)) {
      if (week.has(day)) return undefined;
      week.set(day, times);
    }
  }
  return DAYS.map((_, weekday) => ({ weekday, ...(week.get(weekday) ?? { status: 'Closed' as const }) }));
}
