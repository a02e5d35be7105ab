import type { Connector, IndexUiState, UiState } from 'instantsearch.js';
import { history } from 'instantsearch.js/es/lib/routers';
import { type RefObject, useEffect, useRef } from 'react';
import { rememberSearch } from '#src/features/search/client/recent-searches.store.ts';
import { FACETS } from '#src/features/search/facets/facets.ts';
import {
  DEFAULT_SORT,
  indexNameOf,
  SEARCH_INDEX,
  sortOfIndexName,
} from '#src/features/search/search-index.ts';
import { readSearch, type SearchScope, searchUrl } from '#src/features/search/search-scope.ts';
import {
  EMPTY_SEARCH,
  type Near,
  type NumberRange,
  refinementCount,
  type SearchState,
} from '#src/features/search/search-state.ts';
import { chipsOf } from '#src/features/search/search-wording.ts';
import { decodeSearch, formatRange, parseRange } from '#src/features/search/url/url-codec.ts';
import { useSurroundings } from '#src/features/search/view/search-settings.ts';
import { useSearch } from '#src/features/search/view/use-search.ts';
import { entryOf, numberEntry, storedTops, storeTops } from './history-entries.ts';

/** What a search keeps besides what InstantSearch's own widgets do. */
export type SearchUiState = IndexUiState & { near?: Near | undefined };

/** Parameters of our own server. */
type NearParameters = { near?: string | undefined; within?: number | undefined };

type NearWidget = { $$type: 'forecourt.near'; renderState: Record<string, unknown> };

/** LOC-11: a place, which no widget of InstantSearch knows: theirs take coordinates. */
export const connectNear: Connector<NearWidget, Record<string, unknown>> =
  (renderFn, unmountFn) => (params) => ({
    $$type: 'forecourt.near',
    init: ({ instantSearchInstance }) => renderFn({ instantSearchInstance, widgetParams: params }, true),
    render: ({ instantSearchInstance }) => renderFn({ instantSearchInstance, widgetParams: params }, false),
    dispose: () => unmountFn?.(),
    getRenderState: (renderState) => renderState,
    getWidgetRenderState: () => ({ widgetParams: params }),
    getWidgetUiState({ near: _, ...ui }: SearchUiState, { searchParameters }): SearchUiState {
      const { near, within = null } = searchParameters as NearParameters;
      return near === undefined ? ui : { ...ui, near: { place: near, km: within } };
    },
    getWidgetSearchParameters(parameters, { uiState }) {
      const { near } = uiState as SearchUiState;
      const asked: NearParameters = { near: near?.place, within: near?.km ?? undefined };
      return parameters.setQueryParameters(asked as Parameters<typeof parameters.setQueryParameters>[0]);
    },
  });

/** A search in InstantSearch's state. */
export function toIndexUiState({ lists, ranges, near, ...state }: SearchState): SearchUiState {
  const range = Object.entries(ranges).map(([name, bounds]) => [name, formatRange(bounds)]);
  const refinementList = Object.entries(lists).map(([name, values]) => [name, [...values]]);
  return {
    query: state.query,
    page: state.page,
    sortBy: indexNameOf(state.sortBy),
    refinementList: Object.fromEntries(refinementList),
    range: Object.fromEntries(range),
    near,
  };
}

export function fromIndexUiState(ui: SearchUiState): SearchState {
  const lists: Record<string, readonly string[]> = {};
  const ranges: Record<string, NumberRange> = {};
  for (const { name, kind } of FACETS) {
    const values = ui.refinementList?.[name];
    if (kind !== 'range' && values && values.length > 0) lists[name] = values;
    const range = kind === 'range' ? parseRange(ui.range?.[name] ?? '') : undefined;
    if (range) ranges[name] = range;
  }
  return {
    ...EMPTY_SEARCH,
    query: ui.query ?? '',
    page: ui.page ?? 1,
    sortBy: sortOfIndexName(ui.sortBy ?? SEARCH_INDEX) ?? DEFAULT_SORT,
    lists,
    ranges,
    ...(ui.near && { near: ui.near }),
  };
}

export const toUiState = (state: SearchState): UiState => ({ [SEARCH_INDEX]: toIndexUiState(state) });
export const fromUiState = (ui: UiState): SearchState => fromIndexUiState(ui[SEARCH_INDEX] ?? {});

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
const readAddress = ({ pathname, search }: Address, scope: SearchScope): SearchState => {
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
const popstateListeners = new Set<() => void>();

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

/** After one of them the shopper decides where the page is. */
const GESTURES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Where the page is once the search has changed: at its results if the site says so, never at the first search
 * (SRCH-10). Back and Forward return to where the shopper was, also once the page was reloaded (SRCH-01); after the
 * reload itself the browser does that.
 */
export function ScrollPosition({ results }: { results: RefObject<HTMLElement | null> }) {
  const { settings, scope } = useSurroundings();
  const { scrollToTop } = settings.search;
  const { state, found, urlOf } = useSearch();
  const url = urlOf(state);
  const isFound = urlOf(found.of) === url;
  const now = useRef({ url, isFound });
  /** Searches that Back and Forward lead to, until the last of them is on screen. */
  const travelled = useRef(new Set<string>());
  /** Where the page should be, in pixels from its top, until all cards are there: it may be too short before. */
  const wanted = useRef<number>(undefined);

  const hold = useRef(() => {
    if (wanted.current !== undefined) window.scrollTo({ top: wanted.current, behavior: 'instant' });
  });

  useEffect(() => {
    numberEntry(window.history);
    const tops = storedTops();
    const noteTop = () => {
      const entry = entryOf(window.history);
      // The newest last.
      tops.delete(entry);
      tops.set(entry, window.scrollY);
    };
    noteTop();
    const done = new AbortController();
    const listening = { signal: done.signal, passive: true };
    const isComplete = () => now.current.isFound;
    const release = () => {
      wanted.current = undefined;
    };
    const note = () => {
      if (isComplete()) release();
      if (wanted.current === undefined) noteTop();
    };
    const travel = () => {
      const to = searchUrl(readAddress(window.location, scope), scope);
      // A link within the page.
      if (to === now.current.url && travelled.current.size === 0) return;
      travelled.current.add(to);
      now.current.isFound = false;
      wanted.current = tops.get(entryOf(window.history));
      hold.current();
    };
    window.addEventListener('scroll', note, listening);
    // On a busy page a click, Back or Forward may come before the event of the scroll, and lead to another entry.
    window.addEventListener('click', note, { ...listening, capture: true });
    window.navigation?.addEventListener(
      'navigate',
      ({ navigationType }) => navigationType === 'traverse' && note(),
      listening,
    );
    window.addEventListener('pagehide', () => storeTops(tops), listening);
    popstateListeners.add(travel);
    for (const gesture of GESTURES) window.addEventListener(gesture, release, listening);
    const resized = new ResizeObserver(() => {
      hold.current();
      if (isComplete()) release();
    });
    if (results.current) resized.observe(results.current);
    return () => {
      popstateListeners.delete(travel);
      done.abort();
      resized.disconnect();
    };
  }, [results, scope]);

  useEffect(() => {
    const isNew = now.current.url !== url;
    now.current = { url, isFound };
    if (travelled.current.has(url)) {
      if (url === searchUrl(readAddress(window.location, scope), scope)) travelled.current.clear();
    } else if (isNew) {
      travelled.current.clear();
      wanted.current = undefined;
      const top = results.current?.getBoundingClientRect().top ?? 0;
      if (scrollToTop && top < 0) results.current?.scrollIntoView({ block: 'start' });
    }
    hold.current();
  }, [url, isFound, scope, scrollToTop, results]);

  return null;
}
