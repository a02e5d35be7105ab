import { chipsOf } from '#src/domain/search/search-chips.ts';
import { readSearch, type SearchScope, searchUrl } from '#src/domain/search/search-scope.ts';
import { refinementCount, type SearchState } from '#src/domain/search/search-state.ts';
import { decodeSearch } from '#src/domain/search/url-codec.ts';
import { rememberSearch } from '#src/stores/recent-searches.store.ts';

type Address = Pick<Location, 'pathname' | 'search'>;

/** InstantSearch's router over the platform's own URL (SRCH-01). On the server it knows the first state only. */
export type SearchRouter = {
  read(): SearchState;
  write(state: SearchState): void;
  createURL(state: SearchState): string;
  onUpdate(listen: (state: SearchState) => void): void;
  dispose(): void;
};

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

/** Called at Back and Forward, before the search changes. */
export const beforeTravel = new Set<() => void>();

export function createSearchRouter(scope: SearchScope, first: SearchState): SearchRouter {
  let current = first;
  let stopListening = () => {};
  function show(state: SearchState) {
    const url = searchUrl(state, scope);
    const shown = window.location.pathname + window.location.search;
    const isReplacement = isTypingOn(current, state);
    current = state;
    // An address with tracking parameters is the same search, so it is unchanged until the search changes.
    if (url === shown || url === searchUrl(readAddress(window.location, scope), scope)) return;
    remember(state, scope, isReplacement ? shown : undefined);
    if (isReplacement) window.history.replaceState(window.history.state, '', url);
    else window.history.pushState({ entry: Date.now() }, '', url);
  }
  return {
    read() {
      if (typeof window !== 'undefined') current = readAddress(window.location, scope);
      return current;
    },
    write(state) {
      if (typeof window === 'undefined') return;
      // The browser takes milliseconds to change its address; the search, which is due now, is sent first.
      queueMicrotask(() => show(state));
    },
    createURL: (state) => searchUrl(state, scope),
    onUpdate(listen) {
      if (typeof window === 'undefined') return;
      const onPopState = () => {
        for (const hear of beforeTravel) hear();
        current = readAddress(window.location, scope);
        listen(current);
      };
      window.addEventListener('popstate', onPopState);
      stopListening = () => window.removeEventListener('popstate', onPopState);
    },
    dispose() {
      stopListening();
    },
  };
}
