import { createContext, useContext } from 'react';
import { useInstantSearch } from 'react-instantsearch';
import type { FacetName } from '#src/config/sections/search.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { searchUrl } from '#src/domain/search/search-scope.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';
import { shownCount } from '#src/domain/search/shown-count.ts';
import type { SearchResult } from '#src/wire/search.ts';
import { useSurroundings } from './search-settings.ts';
import { fromIndexUiState, toIndexUiState } from './ui-state.ts';
import { type TakenWords, useTakenWords } from './use-taken-words.ts';

type FacetResult = {
  counts: Record<string, number>;
  /** Lines of its list that `counts` leaves out. */
  left: number;
  stats: { min: number; max: number } | undefined;
};

/** The search on screen: the query, the results, and functions to change it. */
export type Search = {
  state: SearchState;
  /** Changes the newest search, which may be ahead of the one on screen. */
  update(change: (now: SearchState) => SearchState): void;
  urlOf(state: SearchState): string;
  hits: readonly CardDocument[];
  /** As shown; a large count is not exact (SRCH-17). */
  count: number;
  pages: number;
  facet(name: FacetName): FacetResult;
  /** The filters that the words of the results on screen mean, as an address; undefined if all are text. */
  meant: { query: string; address: string } | undefined;
  /** Turns words into filters. */
  take(words: TakenWords): void;
  /** The words that are becoming filters. */
  taken: TakenWords | undefined;
  /** LOC-11: distances are counted from a place that is nowhere. */
  isNowhere: boolean;
  /** No vehicle has the words; these were found by the filters alone. */
  isWithoutText: boolean;
  isLoading: boolean;
  hasFailed: boolean;
};

const SearchOnScreen = createContext<Search | undefined>(undefined);
export const SearchProvider = SearchOnScreen.Provider;

export function useSearch(): Search {
  const found = useContext(SearchOnScreen);
  if (!found) throw new Error('This part of search is outside SearchApp');
  return found;
}

/** Listens to InstantSearch once for the entire tree; components read the state from `SearchProvider`. */
export function useInstantSearchResults(): Search {
  const { scope, settings } = useSurroundings();
  const { indexUiState, setIndexUiState, results, status } = useInstantSearch<
    Record<string, ReturnType<typeof toIndexUiState>>
  >({ catchError: true });
  const update: Search['update'] = (change) =>
    setIndexUiState((ui) => ({ ...ui, ...toIndexUiState(change(fromIndexUiState(ui))) }));
  const raw = (results._rawResults ?? []) as unknown as (Partial<SearchResult> & { query: string })[];
  const [result] = raw;
  return {
    state: fromIndexUiState(indexUiState),
    update,
    ...useTakenWords(update),
    urlOf: (state) => searchUrl(state, scope),
    hits: results.hits as unknown as CardDocument[],
    count: shownCount(results._rawResults?.[0] ?? {}, settings.search.stockCount),
    pages: results.nbPages,
    meant: result?.understood === undefined ? undefined : { query: result.query, address: result.understood },
    isNowhere: result?.isNowhere === true,
    isWithoutText: result?.withoutText === true,
    facet(name) {
      const found = results.disjunctiveFacets?.find((facet) => facet.name === name) as
        | { data?: Record<string, number>; stats?: { min: number; max: number } }
        | undefined;
      // A facet that is refined is counted again by a query of its own, after the first.
      const counting = raw.findLast(({ facets }) => facets && name in facets);
      return { counts: found?.data ?? {}, left: counting?.leftOut?.[name] ?? 0, stats: found?.stats };
    },
    isLoading: status === 'loading' || status === 'stalled',
    hasFailed: status === 'error',
  };
}
