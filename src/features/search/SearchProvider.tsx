import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useConfigure, useConnector, useInstantSearch } from 'react-instantsearch';
import { asStocked } from '#src/domain/search/as-stocked.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { type SearchScope, searchUrl } from '#src/domain/search/search-scope.ts';
import { PAGE_SIZE, type SearchState } from '#src/domain/search/search-state.ts';
import { shownCount } from '#src/domain/search/shown-count.ts';
import { collapseSoldRuns } from '#src/domain/search/sold-runs.ts';
import { isSellable } from '#src/domain/vehicle/card-tag.ts';
import type { SearchResult } from '#src/wire/search.ts';
import { connectNear, type SearchUiState } from './connect-near.ts';
import { useSurroundings } from './search-settings.ts';
import { fromIndexUiState, toIndexUiState } from './ui-state.ts';
import { useOpenLists } from './use-open-lists.ts';
import { type Found, SearchContext } from './use-search.ts';

type Results = ReturnType<typeof useInstantSearch>['results'];
/** InstantSearch hands on every field of the first response. */
type FirstResponse = Partial<
  Pick<SearchResult, 'leftOut' | 'understood' | 'isNowhere' | 'withoutText' | 'others'>
>;

/** Vehicles found, by facet and value. */
const countsOf = ({ facets, disjunctiveFacets }: Results) =>
  Object.fromEntries(
    [...facets, ...disjunctiveFacets].map(({ name, data }) => [name, data as Record<string, number>]),
  );

function foundIn(
  results: Results,
  asked: SearchState,
  scope: SearchScope,
  stockCount: number | undefined,
): Found {
  const { query = '', nbHits, nbPages = 0, hits } = results;
  const { leftOut = {}, understood, ...first } = results as FirstResponse;
  const of = { ...asked, query };
  return {
    of,
    stocked: asStocked(of, scope, countsOf(results)).stocked,
    count: shownCount(nbHits, stockCount),
    collapsed:
      hits.length - collapseSoldRuns(hits, (hit) => !isSellable(hit as unknown as CardDocument)).length,
    pages: nbPages,
    leftOut,
    meant: understood === undefined ? undefined : { query, address: understood },
    isNowhere: first.isNowhere === true,
    isWithoutText: first.withoutText === true,
    others: first.others ?? [],
  };
}

type SearchProviderProps = {
  /** InstantSearch sends searches: until then, with first results, it takes changes and asks for nothing. */
  isReady: boolean;
  children: ReactNode;
};

/** What is searched for, what was found, and how it goes, for all parts of the screen. */
export function SearchProvider({ isReady, children }: SearchProviderProps) {
  const { scope, settings } = useSurroundings();
  const openLists = useOpenLists().names;
  useConfigure({ hitsPerPage: PAGE_SIZE, openLists } as Parameters<typeof useConfigure>[0]);
  useConnector(connectNear);
  const { indexUiState, setIndexUiState, results, status, refresh } = useInstantSearch<
    Record<string, SearchUiState>
  >({ catchError: true });
  const state = fromIndexUiState(indexUiState);
  const newest = useRef(state);
  newest.current = state;
  const { stockCount } = settings.search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked for when these results came
  const found = useMemo(() => foundIn(results, state, scope, stockCount), [results, scope, stockCount]);

  useLayoutEffect(() => {
    // From here on the router follows Back and Forward, which until then `asleep-history.ts` does.
    document.documentElement.dataset.search = 'awake';
  }, []);

  const first = useRef(searchUrl(state, scope));
  const isIdle = status === 'idle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isReady && isIdle && searchUrl(newest.current, scope) !== first.current) refresh();
  }, [isReady]);

  const actions = useMemo(
    () => ({
      now: () => newest.current,
      update(change: (now: SearchState) => SearchState) {
        setIndexUiState((ui) => toIndexUiState(change(fromIndexUiState(ui))));
      },
      urlOf: (of: SearchState) => searchUrl(of, scope),
    }),
    [scope, setIndexUiState],
  );
  const isLoading = status === 'loading' || status === 'stalled';
  return (
    <SearchContext.Provider value={{ state, found, isLoading, hasFailed: status === 'error', ...actions }}>
      {children}
    </SearchContext.Provider>
  );
}
