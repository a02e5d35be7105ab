import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useConnector, useInstantSearch, useInstantSearchContext } from 'react-instantsearch';
import type { FacetName } from '#src/config/sections/search.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { searchUrl } from '#src/domain/search/search-scope.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';
import { shownCount } from '#src/domain/search/shown-count.ts';
import type { SearchResult } from '#src/wire/search.ts';
import { useSurroundings } from './search-settings.ts';
import { connectSearch, fromParameters } from './search-widget.ts';
import { fromIndexUiState, toIndexUiState } from './ui-state.ts';
import { useAfterPaint } from './use-after-paint.ts';
import { useOpenLists } from './use-open-lists.ts';
import {
  ActionsContext,
  type FacetFound,
  FacetsContext,
  type Found,
  FoundContext,
  type Refinements,
  RefinementsContext,
  type SearchActions,
  StateContext,
  StatusContext,
} from './use-search.ts';

type Results = ReturnType<typeof useInstantSearch>['results'];
type FacetResult = { name: string; data?: FacetFound['counts']; stats?: FacetFound['stats'] };
/** InstantSearch hands on every field of the first response. */
type FirstResponse = Partial<
  Pick<SearchResult, 'leftOut' | 'counted' | 'understood' | 'isNowhere' | 'withoutText' | 'others'>
>;

function foundIn(results: Results, stockCount: number | undefined, areHitsInPage: boolean): Found {
  const {
    leftOut = {},
    counted,
    understood,
    isNowhere,
    withoutText,
    others = [],
  } = results as Results & FirstResponse;
  const facets: Partial<Record<FacetName, FacetFound>> = {};
  for (const { name, data, stats } of (results.disjunctiveFacets ?? []) as unknown as FacetResult[])
    facets[name as FacetName] = { counts: data ?? {}, left: leftOut[name] ?? 0, stats };
  return {
    of: fromParameters(results._state),
    hits: results.hits as unknown as CardDocument[],
    areHitsInPage,
    count: shownCount({ nbHits: results.nbHits, counted }, stockCount),
    pages: results.nbPages,
    facets,
    meant: understood === undefined ? undefined : { query: results.query, address: understood },
    isNowhere: isNowhere === true,
    isWithoutText: withoutText === true,
    others,
  };
}

/** The same object as long as it says the same. */
function useSame<T>(value: T): T {
  const kept = useRef(value);
  if (kept.current !== value && JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value;
  return kept.current;
}

/**
 * With first results InstantSearch searches for nothing until an effect of its own has run, which a browser may do some
 * frames after the page takes clicks: such a click changed the address and never the results.
 */
function useSearchesAtOnce(): void {
  const search = useInstantSearchContext();
  useLayoutEffect(() => {
    search._resetScheduleSearch?.();
    // From here on it follows Back and Forward, which until then `asleep-history.ts` does.
    document.documentElement.dataset.search = 'awake';
  }, [search]);
}

/**
 * Listens to InstantSearch once, and tells the parts of the screen what has changed: what is searched for, what was
 * found, how it goes.
 * @param areFirstHitsInPage the cards of the first results are not in the results
 */
export function SearchStore({
  areFirstHitsInPage,
  children,
}: {
  areFirstHitsInPage: boolean;
  children: ReactNode;
}) {
  const { scope, settings } = useSurroundings();
  const { facets, stockCount } = settings.search;
  useConnector(connectSearch, { shown: facets, openLists: useOpenLists().names });
  useSearchesAtOnce();
  const { indexUiState, setIndexUiState, results, status } = useInstantSearch<
    Record<string, ReturnType<typeof toIndexUiState>>
  >({ catchError: true });
  const state = useSame<SearchState>(fromIndexUiState(indexUiState));
  const refinements = useSame<Refinements>({
    lists: state.lists,
    ranges: state.ranges,
    ...(state.near && { near: state.near }),
  });
  const first = useRef(results);
  const found = useMemo(
    () => foundIn(results, stockCount, areFirstHitsInPage && results === first.current),
    [results, stockCount, areFirstHitsInPage],
  );
  const latest = useRef(state);
  latest.current = state;
  const facetsFound = useAfterPaint(found.facets);
  const actions = useMemo<SearchActions>(
    () => ({
      now: () => latest.current,
      update: (change) =>
        setIndexUiState((ui) => ({ ...ui, ...toIndexUiState(change(fromIndexUiState(ui))) })),
      urlOf: (of) => searchUrl(of, scope),
    }),
    [scope, setIndexUiState],
  );
  const isLoading = status === 'loading' || status === 'stalled';
  const hasFailed = status === 'error';
  const progress = useMemo(() => ({ isLoading, hasFailed }), [isLoading, hasFailed]);
  return (
    <ActionsContext.Provider value={actions}>
      <StateContext.Provider value={state}>
        <RefinementsContext.Provider value={refinements}>
          <FoundContext.Provider value={found}>
            <FacetsContext.Provider value={facetsFound}>
              <StatusContext.Provider value={progress}>{children}</StatusContext.Provider>
            </FacetsContext.Provider>
          </FoundContext.Provider>
        </RefinementsContext.Provider>
      </StateContext.Provider>
    </ActionsContext.Provider>
  );
}
