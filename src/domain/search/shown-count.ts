/** SRCH-17: above it a dealer may state the count of its stock. */
const LARGEST_EXACT_COUNT = 1999;

/**
 * SRCH-17: how many vehicles a search says it found: above 1999 the count the dealer configures, else the count of the
 * search, which is the sum of a facet's counts.
 */
export const shownCount = (found: number, stockCount: number | undefined): number =>
  found <= LARGEST_EXACT_COUNT ? found : (stockCount ?? found);
