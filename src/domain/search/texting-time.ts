import { zonedDate } from '../clock.ts';

const FROM = '09:00';
const UNTIL = '20:00';

/** Whether a phone may ring now: by day, where the dealer is. */
export function isTextingTime(now: Date, timeZone: string): boolean {
  const { time } = zonedDate(now, timeZone);
  return time >= FROM && time < UNTIL;
}
