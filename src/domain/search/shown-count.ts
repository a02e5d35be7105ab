/** SRCH-17: the search engine counts no further than the next one. */
export const LARGEST_EXACT_COUNT = 1999;

/** Facets of which every vehicle has one value: their counts add up to the whole. */
const COUNTED_BY = ['car_type', 'make', 'item_type'] as const;

type Counts = Readonly<Record<string, number>>;
type Counted = {
  nbHits?: number | undefined;
  facets?: Readonly<Record<string, Counts>> | undefined;
  /** What all counts add up to, where some are left out of `facets`. */
  counted?: number | undefined;
};

const sumOf = (counts: Counts = {}) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * SRCH-17: how many vehicles a search says it found: above 1999 the count the dealer configures, else the sum of
 * the facet counts.
 * @param result of the whole search, with the facets under all of its refinements
 */
export function shownCount(
  { nbHits = 0, facets = {}, counted = 0 }: Counted,
  stockCount: number | undefined,
): number {
  if (nbHits <= LARGEST_EXACT_COUNT) return nbHits;
  return stockCount ?? Math.max(nbHits, counted, ...COUNTED_BY.map((name) => sumOf(facets[name])));
}
