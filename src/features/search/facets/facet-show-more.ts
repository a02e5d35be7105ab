import type { FacetName, SearchConfig } from '#src/config/sections/stock/search-section.ts';
import { FACETS, type Facet, facetOptions } from './facets.ts';

/** Values of a facet before its list is opened, where nothing else is set. */
const VALUES_SHOWN = 8;

/** SRCH-05: how many values of a facet are shown before its list is opened. */
export function valuesShown(
  { name }: Facet,
  { makesShown, modelsShown }: Pick<SearchConfig, 'makesShown' | 'modelsShown'>,
): number {
  if (name === 'make') return makesShown;
  return name === 'model' ? modelsShown : VALUES_SHOWN;
}

/**
 * The counts of a facet whose list is not open: its first lines and those chosen.
 * @param counts vehicles by stored value
 * @returns with the number of lines that are left out
 */
export function shownCounts(
  facet: Facet,
  counts: Readonly<Record<string, number>>,
  shown: number,
  chosen: readonly string[],
): { counts: Record<string, number>; left: number } {
  if (Object.keys(counts).length <= shown) return { counts, left: 0 };
  const options = facetOptions(facet, counts, chosen);
  const kept = options.filter(({ isChosen }, at) => at < shown || isChosen);
  const values = kept.flatMap((option) => option.values);
  return {
    counts: Object.fromEntries(
      values.flatMap((value) => (counts[value] === undefined ? [] : [[value, counts[value]]])),
    ),
    left: options.length - kept.length,
  };
}

/** Parameter of a page on which the list of one facet is open; the search it shows is the same. */
export const OPEN_LIST = 'show';

export const openListOf = (params: URLSearchParams): FacetName | undefined =>
  FACETS.find(({ name, kind }) => kind === 'list' && name === params.get(OPEN_LIST))?.name;

/** The address of a search with the list open that another address asked for. */
export function withOpenList(address: string, asked: URLSearchParams): string {
  const open = openListOf(asked);
  return open ? `${address}${address.includes('?') ? '&' : '?'}${OPEN_LIST}=${open}` : address;
}
