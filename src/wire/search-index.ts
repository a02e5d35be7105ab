import type { SortKey } from '#src/config/sections/search.ts';
import { DEFAULT_SORT, isSortKey } from '#src/domain/search/sort.ts';

export const SEARCH_PATH = '/api/search';
export const SEARCH_WORDS_PATH = `${SEARCH_PATH}/words`;

/** The index as browsers name it; the engine's own name never leaves the server. */
export const SEARCH_INDEX = 'vehicles';

/** InstantSearch chooses an order by naming another index. */
export const indexNameOf = (sortBy: SortKey): string =>
  sortBy === DEFAULT_SORT ? SEARCH_INDEX : `${SEARCH_INDEX}:${sortBy}`;

export function sortOfIndexName(name: string): SortKey | undefined {
  if (name === SEARCH_INDEX) return DEFAULT_SORT;
  const [index, sortBy = ''] = name.split(':');
  return index === SEARCH_INDEX && isSortKey(sortBy) && indexNameOf(sortBy) === name ? sortBy : undefined;
}
