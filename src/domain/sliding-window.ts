/** Uses are counted by parts of a window, and a part counts until all of it is older than the window. */
const PARTS = 12;

/** Uses in one part of a window, by when the part starts. */
export type WindowPart = { start: Date; count: number };

/** The part of a window that `now` is in, and the oldest part that still counts. */
export function slidingWindow(
  now: Date,
  lengthMs: number,
): { part: Date; oldest: Date /** Nothing of the part counts from then on. */; expires: Date } {
  const partMs = lengthMs / PARTS;
  const part = Math.floor(now.getTime() / partMs) * partMs;
  return {
    part: new Date(part),
    oldest: new Date(part - lengthMs),
    expires: new Date(part + partMs + lengthMs),
  };
}

/**
 * Seconds until the last `lengthMs` hold no more than `most` uses.
 * @param parts those that count, oldest first
 * @returns undefined if they hold no more now
 */
export function secondsUntilWithin(
  parts: readonly WindowPart[],
  { most, lengthMs, now }: { most: number; lengthMs: number; now: Date },
): number | undefined {
  let uses = parts.reduce((total, { count }) => total + count, 0);
  let until: Date | undefined;
  for (const { start, count } of parts) {
    if (uses <= most) break;
    uses -= count;
    until = slidingWindow(start, lengthMs).expires;
  }
  return until && Math.ceil((until.getTime() - now.getTime()) / 1000);
}
