import type { FacetName, SearchConfig } from '#src/config/sections/stock/search-section.ts';
import { FACETS, type Facet, facetOptions } from './facets.ts';

/** Values shown in a collapsed list, unless configured. */
const VALUES_SHOWN = 8;

/** SRCH-05: the number of values shown in a collapsed list. */
export function valuesShown(
  { name }: Facet,
  { makesShown, modelsShown }: Pick<SearchConfig, 'makesShown' | 'modelsShown'>,
): number {
  if (name === 'make') return makesShown;
  return name === 'model' ? modelsShown : VALUES_SHOWN;
}

/**
 * The counts of a collapsed list: its first options and those selected.
 * @param counts vehicles by stored value
 * @returns `left` is the number of options left out
 */
export function collapsedCounts(
  facet: Facet,
  counts: Readonly<Record<string, number>>,
  shown: number,
  chosen: readonly string[],
): { counts: Record<string, number>; left: number } {
  if (Object.keys(counts).length <= shown) return { counts, left: 0 };
  const options = facetOptions(facet, counts, chosen);
  const visible = options.filter(({ isChosen }, at) => at < shown || isChosen);
  const values = visible.flatMap((option) => option.values);
  return {
    counts: Object.fromEntries(
      values.flatMap((value) => (counts[value] === undefined ? [] : [[value, counts[value]]])),
    ),
    left: options.length - visible.length,
  };
}

/** Query parameter that names the facet whose list is expanded; it does not affect the search. */
export const OPEN_LIST = 'show';

export const openListOf = (params: URLSearchParams): FacetName | undefined =>
  FACETS.find(({ name, kind }) => kind === 'list' && name === params.get(OPEN_LIST))?.name;

/** Copies the expanded list from one address to another. */
export function withOpenList(address: string, from: URLSearchParams): string {
  const open = openListOf(from);
  return open ? `${address}${address.includes('?') ? '&' : '?'}${OPEN_LIST}=${open}` : address;
}
