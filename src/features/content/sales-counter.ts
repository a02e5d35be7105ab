import { zonedDate } from '#src/platform/time/clock.ts';
import { minutesOf } from '#src/platform/time/duration.ts';

/** CONT-05. */
export const SALES_PER_DAY = 192;
export const SECONDS_PER_SALE = 450;
export const SALES_RECOUNT_MS = 150_000;
const ZONE = 'Australia/Brisbane';

/** CONT-05: sales since midnight in Brisbane, one every 450 seconds. */
export function salesToday(now: Date): number {
  const { time } = zonedDate(now, ZONE);
  // Seconds are the same in every time zone.
  const seconds = minutesOf(time) * 60 + now.getUTCSeconds();
  return Math.min(SALES_PER_DAY, Math.floor(seconds / SECONDS_PER_SALE));
}
