import type { UiState } from 'instantsearch.js';
import { history } from 'instantsearch.js/es/lib/routers';
import { chipsOf } from '#src/domain/search/search-chips.ts';
import { readSearch, type SearchScope, searchUrl } from '#src/domain/search/search-scope.ts';
import { refinementCount, type SearchState } from '#src/domain/search/search-state.ts';
import { decodeSearch } from '#src/domain/search/url-codec.ts';
import { rememberSearch } from '#src/stores/recent-searches.store.ts';
import { fromUiState, toUiState } from './ui-state.ts';

type Address = Pick<Location, 'pathname' | 'search'>;

/** What InstantSearch's router writes. */
type Route = {
  search: SearchState;
  /**
   * A step to another part of the page is one of the history. The router forgets that it has taken one only where the
   * route has changed, and would miss the next search.
   */
  hash: string;
};

const isBrowser = typeof window !== 'undefined';

/** The scope applies only to its own path; on any other path the parameters are complete. */
export const readAddress = ({ pathname, search }: Address, scope: SearchScope): SearchState => {
  const params = new URLSearchParams(search);
  return pathname === scope.path ? readSearch(params, scope) : decodeSearch(params);
};

/**
 * The same search reworded: further typing, or words that became filters. The address changes without a history entry
 * for each.
 */
const isTypingOn = (before: SearchState, after: SearchState) =>
  before.query !== '' &&
  before.query !== after.query &&
  (after.query !== '' || refinementCount(after) > refinementCount(before));

/** SRCH-23: a search described by its chips, on its first page. One without chips is no search. */
function remember(state: SearchState, scope: SearchScope, continues: string | undefined): void {
  const chips = chipsOf(state);
  const text = chips.length === 1 && state.query ? state.query : chips.map((chip) => chip.text).join(', ');
  const href = searchUrl({ ...state, page: 1 }, scope);
  if (text) rememberSearch({ text, href }, continues);
}

/** Takes the page to the address of another search. */
function showAddress(url: string, scope: SearchScope): void {
  const before = readAddress(window.location, scope);
  const after = readAddress(new URL(url), scope);
  // An address with tracking parameters is the same search, so it is unchanged until the search changes.
  if (searchUrl(before, scope) === searchUrl(after, scope)) return;
  const shown = window.location.pathname + window.location.search;
  const isReplacement = isTypingOn(before, after);
  remember(after, scope, isReplacement ? shown : undefined);
  if (isReplacement) window.history.replaceState(window.history.state, '', url);
  else window.history.pushState({ entry: Date.now() }, '', url);
}

/** Called at Back and Forward, before the search changes. */
export const popstateListeners = new Set<() => void>();

const travel = () => {
  for (const listener of popstateListeners) listener();
};

/** InstantSearch's own router over the platform's addresses (SRCH-01). On the server it knows the first search only. */
export const searchRouting = (scope: SearchScope, first: SearchState) => ({
  router: history<Route>({
    writeDelay: 0,
    cleanUrlOnDispose: false,
    getLocation: () => (isBrowser ? window.location : (new URL('http://localhost') as unknown as Location)),
    createURL: ({ routeState, location }) => location.origin + searchUrl(routeState.search, scope),
    parseURL: ({ location }) => ({
      search: isBrowser ? readAddress(location, scope) : first,
      hash: location.hash,
    }),
    ...(isBrowser && {
      // Before the router listens itself.
      start: () => window.addEventListener('popstate', travel),
      dispose: () => window.removeEventListener('popstate', travel),
    }),
    push: (url) => showAddress(url, scope),
  }),
  stateMapping: {
    stateToRoute: (ui: UiState): Route => ({
      search: fromUiState(ui),
      hash: isBrowser ? window.location.hash : '',
    }),
    routeToState: ({ search }: Route) => toUiState(search),
  },
});
