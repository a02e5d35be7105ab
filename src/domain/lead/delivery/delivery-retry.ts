import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../duration.ts';

/** FORM-11: when a lead the CRM did not take is offered again. */
export const FIRST_RETRY_MS = 5_000;
export const LONGEST_RETRY_MS = HOUR_MS;
/** With delays of up to an hour, half of each left to chance: 19 to 38 hours before a lead counts as dead. */
export const MAX_ATTEMPTS = 48;
/** A receiver may ask for more patience than ours, but not for ever. */
export const LONGEST_RETRY_AFTER_MS = DAY_MS;

/** Where a setting or secret is missing. */
export const FIRST_UNREADY_RETRY_MS = MINUTE_MS;

/** As long again as the lead has waited, which doubles: a minute at first, an hour at most. */
export const unreadyDelayMs = (waitedMs: number): number =>
  Math.min(Math.max(waitedMs, FIRST_UNREADY_RETRY_MS), LONGEST_RETRY_MS);

/**
 * Exponential, with the upper half of each delay left to chance so that leads do not return all at once.
 * @param attempts how often delivery was tried, from 1
 * @param random from 0 to 1
 * @param retryAfterMs what the receiver asked for
 */
export function retryDelayMs(attempts: number, random: number, retryAfterMs = 0): number {
  const full = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
  return Math.max(Math.round(full * (0.5 + random / 2)), Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
}
