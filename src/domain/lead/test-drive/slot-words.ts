import type { CalendarDate } from '../../location/calendar.ts';
import { formatTime } from '../../location/hours.ts';
import type { Slot } from './test-drive-slots.ts';

/** Free times of one day: `day` reads `Friday 3 July`. */
export type SlotDay = { date: CalendarDate; day: string; times: { slot: Slot; time: string }[] };

const LONG_DATE = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** `Friday 3 July` */
export const dayWords = (date: CalendarDate): string =>
  // Some engines put a comma after the weekday, others none.
  LONG_DATE.format(new Date(`${date}T00:00:00Z`)).replace(',', '');

const partsOf = (slot: Slot) => ({ date: slot.slice(0, 10), time: slot.slice(11) });

/** `Friday 3 July, 9:30am` */
export const slotWords = (slot: Slot): string => {
  const { date, time } = partsOf(slot);
  return `${dayWords(date)}, ${formatTime(time)}`;
};

/** Slots by day, in their order. */
export function slotDays(slots: readonly Slot[]): SlotDay[] {
  const days = Map.groupBy(slots, (slot) => partsOf(slot).date);
  return [...days].map(([date, own]) => ({
    date,
    day: dayWords(date),
    times: own.map((slot) => ({ slot, time: formatTime(partsOf(slot).time) })),
  }));
}
