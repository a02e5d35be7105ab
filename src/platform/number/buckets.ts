/** Upper bound of values above all bounds; the largest whole number that both databases hold. */
const NO_BOUND = 2_147_483_647;

/** The upper bound of the bucket that a value belongs to. @param bounds ascending */
export const bucketOf = (bounds: readonly number[], value: number): number =>
  bounds.find((bound) => value <= bound) ?? NO_BOUND;

/**
 * A percentile of values counted in buckets, by linear interpolation within its bucket. A value above all bounds counts
 * as the last of them.
 * @param share from 0 to 1
 * @returns undefined if nothing was counted
 */
export function percentileOf(
  bounds: readonly number[],
  counts: readonly { bucket: number; count: number }[],
  share: number,
): number | undefined {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  const wanted = total * share;
  let before = 0;
  for (const { bucket, count } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    if (before + count < wanted) {
      before += count;
      continue;
    }
    if (bucket === NO_BOUND) break;
    const lower = bounds.findLast((bound) => bound < bucket) ?? 0;
    return lower + ((bucket - lower) * (wanted - before)) / count;
  }
  return bounds.at(-1);
}
