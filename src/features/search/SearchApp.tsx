import { type ReactNode, useMemo } from 'react';
import { InstantSearch, type InstantSearchServerState, InstantSearchSSRProvider } from 'react-instantsearch';
import type { FacetName } from '#src/config/sections/search.ts';
import type { SearchScope } from '#src/domain/search/search-scope.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';
import { postSearch } from '#src/wire/post-search.ts';
import { SEARCH_INDEX } from '#src/wire/search-index.ts';
import { SearchStore } from './SearchStore.tsx';
import { SearchView } from './SearchView.tsx';
import { createSearchRouter } from './search-router.ts';
import { type SearchSettings, SurroundingsProvider } from './search-settings.ts';
import { toParameters } from './search-widget.ts';
import { fromUiState, toUiState } from './ui-state.ts';
import { OpenListsProvider, useOpenedLists } from './use-open-lists.ts';

/** Anything that answers InstantSearch's queries. */
export type SearchClient = { search(requests: unknown): Promise<unknown> };

export type FirstResult = NonNullable<InstantSearchServerState['initialResults'][string]['results']>[number];

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
  /** Cards of the first results, which stay as the server wrote them. */
  cards?: ReactNode;
  /** The first results come without their vehicles: `cards` shows them. */
  areFirstHitsInPage?: boolean;
  /** First results; with them no request is sent on load. */
  results?: readonly FirstResult[];
  client?: SearchClient;
  /** Declares the search parameters and renders nothing: the server needs no more for the first results. */
  asksOnly?: boolean;
};

/** First results as InstantSearch takes them from a server; what they were searched by follows from the address. */
function useFirstResults(
  results: readonly FirstResult[] | undefined,
  ...[first, shown, openLists]: [SearchState, readonly FacetName[], readonly FacetName[]]
): InstantSearchServerState | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first ones stay the first
  return useMemo(() => {
    if (!results?.length) return undefined;
    const state = toParameters(first, { shown, openLists });
    return { initialResults: { [SEARCH_INDEX]: { state, results: [...results] } } };
  }, [results]);
}

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
  cards,
  areFirstHitsInPage = false,
  results,
  client = overHttp,
  asksOnly = false,
}: SearchAppProps) {
  const routing = useMemo(
    () => ({
      router: createSearchRouter(scope, first),
      stateMapping: { stateToRoute: fromUiState, routeToState: toUiState },
    }),
    [scope, first],
  );
  const surroundings = useMemo(
    () => ({ settings, scope, nowMs, cutQuery }),
    [settings, scope, nowMs, cutQuery],
  );
  const lists = useOpenedLists(openList);
  return (
    <InstantSearchSSRProvider {...useFirstResults(results, first, settings.search.facets, lists.names)}>
      <InstantSearch
        indexName={SEARCH_INDEX}
        searchClient={client as never}
        routing={routing}
        future={{ preserveSharedStateOnUnmount: true }}
      >
        <SurroundingsProvider value={surroundings}>
          <OpenListsProvider value={lists}>
            <SearchStore areFirstHitsInPage={areFirstHitsInPage}>
              {!asksOnly && <SearchView banner={banner} cards={cards} />}
            </SearchStore>
          </OpenListsProvider>
        </SurroundingsProvider>
      </InstantSearch>
    </InstantSearchSSRProvider>
  );
}
