/** CONT-01. */
export const COUNT_UP_MS = 2000;

/** Eased value at a time after the start: fast at first, exact at the end. */
export function countUpValue(figure: number, elapsedMs: number): number {
  const rest = 1 - Math.min(1, Math.max(0, elapsedMs / COUNT_UP_MS));
  return Math.round(figure * (1 - rest ** 3));
}
