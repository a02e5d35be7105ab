import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  InstantSearch,
  type InstantSearchServerState,
  InstantSearchSSRProvider,
  useConfigure,
  useConnector,
  useInstantSearch,
} from 'react-instantsearch';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { SearchResult } from '#src/features/search/api/search-schema.ts';
import { postSearch } from '#src/features/search/client/search-requests.ts';
import { foundNoun } from '#src/features/search/found-kind.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { collapseSoldRuns } from '#src/features/search/result-items.ts';
import { SEARCH_INDEX } from '#src/features/search/search-index.ts';
import { normaliseToStock, type SearchScope, searchUrl } from '#src/features/search/search-scope.ts';
import { PAGE_SIZE, type SearchState } from '#src/features/search/search-state.ts';
import { shownCount } from '#src/features/search/search-wording.ts';
import { useShownBudget } from '#src/features/search/view/filters/drive-away-budget.ts';
import {
  type SearchSettings,
  SurroundingsProvider,
  useSurroundings,
} from '#src/features/search/view/search-settings.ts';
import {
  type Found,
  OpenListsProvider,
  SearchContext,
  useOpenedLists,
  useOpenLists,
} from '#src/features/search/view/use-search.ts';
import { isSellable } from '#src/features/vehicle/actions/card-tag.ts';
import { SearchView } from './SearchView.tsx';
import {
  connectNear,
  fromIndexUiState,
  type SearchUiState,
  searchRouting,
  toIndexUiState,
} from './search-routing.tsx';

type Results = ReturnType<typeof useInstantSearch>['results'];
/** InstantSearch passes on all fields of the first result. */
type FirstResponse = Partial<
  Pick<SearchResult, 'kind' | 'leftOut' | 'understood' | 'isNowhere' | 'distances' | 'withoutText' | 'others'>
>;

/** Vehicle counts by facet and value. */
const countsOf = ({ facets, disjunctiveFacets }: Results) =>
  Object.fromEntries(
    [...facets, ...disjunctiveFacets].map(({ name, data }) => [name, data as Record<string, number>]),
  );

function foundIn(
  results: Results,
  asked: SearchState,
  scope: SearchScope,
  { noun, search: { stockCount } }: Pick<SearchSettings, 'noun' | 'search'>,
): Found {
  const { query = '', nbHits, nbPages = 0, hits } = results;
  const { leftOut = {}, understood, ...first } = results as FirstResponse;
  const of = { ...asked, query };
  return {
    of,
    stocked: normaliseToStock(of, scope, countsOf(results)).stocked,
    count: shownCount(nbHits, stockCount),
    noun: foundNoun(first.kind, noun),
    collapsed:
      hits.length - collapseSoldRuns(hits, (hit) => !isSellable(hit as unknown as CardDocument)).length,
    pages: nbPages,
    leftOut,
    meant: understood === undefined ? undefined : { query, address: understood },
    isNowhere: first.isNowhere === true,
    distances: first.distances,
    isWithoutText: first.withoutText === true,
    others: first.others ?? [],
  };
}

type SearchProviderProps = {
  /** Whether InstantSearch has started. With initial results it ignores changes until then. */
  isReady: boolean;
  children: ReactNode;
};

/** Provides the search, its results and its status. */
function SearchProvider({ isReady, children }: SearchProviderProps) {
  const { scope, settings } = useSurroundings();
  const { names } = useOpenLists();
  const { indexUiState, setIndexUiState, results, status, refresh } = useInstantSearch<
    Record<string, SearchUiState>
  >({ catchError: true });
  const state = fromIndexUiState(indexUiState);
  const budget = useShownBudget(state.ranges);
  const openLists = budget ? [...names, budget] : names;
  useConfigure({ hitsPerPage: PAGE_SIZE, openLists } as Parameters<typeof useConfigure>[0]);
  useConnector(connectNear);
  const newest = useRef(state);
  newest.current = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state at the time of these results
  const found = useMemo(() => foundIn(results, state, scope, settings), [results, scope, settings]);

  useLayoutEffect(() => {
    // From now on the router handles Back and Forward in place of `pre-hydration-history.ts`.
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

export type SearchClient = { search(requests: unknown): Promise<unknown> };

export type SearchAppProps = {
  settings: SearchSettings;
  scope: SearchScope;
  /** The search of the URL, for server rendering. */
  first: SearchState;
  /** The truncated query, if that of the URL was too long. */
  cutQuery?: string | undefined;
  /** The facet whose list is expanded initially. */
  openList?: FacetName | undefined;
  /** Time of server rendering, so that ages on cards do not cause a hydration mismatch. */
  nowMs: number;
  banner?: ReactNode;
  /** Initial results; with them no request is sent on load. */
  serverState?: InstantSearchServerState;
  client?: SearchClient;
};

const overHttp: SearchClient = { search: postSearch };

/** The whole search, rendered on the server and hydrated as one island. */
export function SearchApp({
  settings,
  scope,
  first,
  cutQuery,
  openList,
  nowMs,
  banner,
  serverState,
  client = overHttp,
}: SearchAppProps) {
  const routing = useMemo(() => searchRouting(scope, first), [scope, first]);
  const surroundings = useMemo(
    () => ({ settings, scope, nowMs, cutQuery }),
    [settings, scope, nowMs, cutQuery],
  );
  const lists = useOpenedLists(openList);
  const [isReady, setReady] = useState(false);
  // Effects of children, such as InstantSearch, run first.
  useEffect(() => setReady(true), []);
  return (
    <InstantSearchSSRProvider {...serverState}>
      <InstantSearch
        indexName={SEARCH_INDEX}
        searchClient={client as never}
        routing={routing as never}
        future={{ preserveSharedStateOnUnmount: true }}
      >
        <SurroundingsProvider value={surroundings}>
          <OpenListsProvider value={lists}>
            <SearchProvider isReady={isReady}>
              <SearchView banner={banner} />
            </SearchProvider>
          </OpenListsProvider>
        </SurroundingsProvider>
      </InstantSearch>
    </InstantSearchSSRProvider>
  );
}
