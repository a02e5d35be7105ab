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
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { collapseSoldRuns } from '#src/features/search/result-items.ts';
import { SEARCH_INDEX } from '#src/features/search/search-index.ts';
import { asStocked, type SearchScope, searchUrl } from '#src/features/search/search-scope.ts';
import { PAGE_SIZE, type SearchState } from '#src/features/search/search-state.ts';
import { shownCount } from '#src/features/search/search-wording.ts';
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
function SearchProvider({ isReady, children }: SearchProviderProps) {
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

/** Anything that answers InstantSearch's queries. */
export type SearchClient = { search(requests: unknown): Promise<unknown> };

export type SearchAppProps = {
  settings: SearchSettings;
  scope: SearchScope;
  /** The search of the address, for the server's rendering. */
  first: SearchState;
  /** Its words, where the address has more than are searched for. */
  cutQuery?: string | undefined;
  /** The facet whose list the address opens. */
  openList?: FacetName | undefined;
  /** When the page was rendered, so that ages on cards agree between server and browser. */
  nowMs: number;
  /** Shown above the results. */
  banner?: ReactNode;
  /** First results; with them no request is sent on load. */
  serverState?: InstantSearchServerState;
  client?: SearchClient;
};

const overHttp: SearchClient = { search: postSearch };

/** The complete search: box, filters, results. Rendered on the server and hydrated as one island. */
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
  // After the effects of InstantSearch, which are those of a child.
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
