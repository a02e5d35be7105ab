import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../duration.ts';

/** FORM-11: when a lead that was not accepted is sent again. */
export const FIRST_RETRY_MS = 5_000;
export const LONGEST_RETRY_MS = HOUR_MS;
/** With delays of up to an hour, half of each random: 19 to 38 hours before a lead counts as dead. */
export const MAX_ATTEMPTS = 48;
/** A receiver may request a longer delay than ours, up to this limit. */
export const LONGEST_RETRY_AFTER_MS = DAY_MS;

/** If a setting or secret is missing. */
export const FIRST_UNREADY_RETRY_MS = MINUTE_MS;

/** As long again as the lead has waited, which doubles: a minute at first, an hour at most. */
export const unreadyDelayMs = (waitedMs: number): number =>
  Math.min(Math.max(waitedMs, FIRST_UNREADY_RETRY_MS), LONGEST_RETRY_MS);

/**
 * Exponential, with the upper half of each delay random, so that leads do not all return together.
 * @param attempts how often delivery was tried, from 1
 * @param random from 0 to 1
 * @param retryAfterMs the delay the receiver requested
 */
export function retryDelayMs(attempts: number, random: number, retryAfterMs = 0): number {
  const full = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
  return Math.max(Math.round(full * (0.5 + random / 2)), Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
}

/** FORM-11: after this many failures in a row a destination is unavailable: it receives only probes. */
export const FAILURES_TO_OPEN = 5;
const FIRST_PROBE_PAUSE_MS = 15_000;
/** Bounds how long leads wait once the destination is back. */
export const LONGEST_PROBE_PAUSE_MS = 300_000;

/**
 * How long after a failure the next probe leaves: doubling, with a random quarter, so that the destinations of one
 * vendor are not all probed together.
 * @param failures in a row, from FAILURES_TO_OPEN
 * @param random from 0 to 1
 * @param retryAfterMs the receiver's request, limited to the longest pause, since a probe does no harm
 */
export function probePauseMs(failures: number, random: number, retryAfterMs = 0): number {
  const doublings = Math.max(0, failures - FAILURES_TO_OPEN);
  const full = Math.min(FIRST_PROBE_PAUSE_MS * 2 ** doublings, LONGEST_PROBE_PAUSE_MS);
  return Math.max(Math.round(full * (0.75 + random / 4)), Math.min(retryAfterMs, LONGEST_PROBE_PAUSE_MS));
}
