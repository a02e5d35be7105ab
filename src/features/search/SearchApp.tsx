import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { InstantSearch, type InstantSearchServerState, InstantSearchSSRProvider } from 'react-instantsearch';
import type { FacetName } from '#src/config/sections/search.ts';
import type { SearchScope } from '#src/domain/search/search-scope.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';
import { postSearch } from '#src/wire/post-search.ts';
import { SEARCH_INDEX } from '#src/wire/search-index.ts';
import { SearchProvider } from './SearchProvider.tsx';
import { SearchView } from './SearchView.tsx';
import { searchRouting } from './search-routing.ts';
import { type SearchSettings, SurroundingsProvider } from './search-settings.ts';
import { OpenListsProvider, useOpenedLists } from './use-open-lists.ts';

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
