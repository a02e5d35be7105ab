/** SRCH-17: a count above this is not shown as it is. */
export const GREATEST_SHOWN_COUNT = 1999;

/**
 * SRCH-17: in the place of a count above 1999 the configured one, else the sum over the conditions.
 * @param counts of the facet car_type
 */
export function shownCount(
  count: number,
  stockCount: number | undefined,
  counts: Readonly<Record<string, number>>,
): number {
  if (count <= GREATEST_SHOWN_COUNT) return count;
  if (stockCount !== undefined) return stockCount;
  const sum = Object.values(counts).reduce((total, each) => total + each, 0);
  return sum > 0 ? sum : count;
}
