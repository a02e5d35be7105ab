/** FORM-11: a destination that fails so often in a row is away: nothing but a probe is sent there. */
export const FAILURES_TO_OPEN = 5;
export const FIRST_PROBE_PAUSE_MS = 15_000;
/** Bounds how long leads wait once the destination is back. */
export const LONGEST_PROBE_PAUSE_MS = 300_000;

/**
 * How long after a failure the next probe leaves: doubling, with a quarter left to chance so that the destinations
 * of one vendor are not all asked at once.
 * @param failures in a row, from FAILURES_TO_OPEN
 * @param random from 0 to 1
 * @param retryAfterMs what the receiver asked for; kept within the longest pause, since a probe hurts nobody
 */
export function probePauseMs(failures: number, random: number, retryAfterMs = 0): number {
  const doublings = Math.max(0, failures - FAILURES_TO_OPEN);
  const full = Math.min(FIRST_PROBE_PAUSE_MS * 2 ** doublings, LONGEST_PROBE_PAUSE_MS);
  return Math.max(Math.round(full * (0.75 + random / 4)), Math.min(retryAfterMs, LONGEST_PROBE_PAUSE_MS));
}
