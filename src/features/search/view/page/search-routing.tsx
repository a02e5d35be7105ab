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

export type SearchUiState = IndexUiState & { near?: Near | undefined };

/** Parameters specific to this server. */
type NearParameters = { near?: string | undefined; within?: number | undefined };

type NearWidget = { $$type: 'forecourt.near'; renderState: Record<string, unknown> };

/** LOC-11: a connector for a place by name, as InstantSearch's own widgets take coordinates. */
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
      const nearParameters: NearParameters = { near: near?.place, within: near?.km ?? undefined };
      return parameters.setQueryParameters(
        nearParameters as Parameters<typeof parameters.setQueryParameters>[0],
      );
    },
  });

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

type Route = {
  search: SearchState;
  /**
   * Following an in-page link fires `popstate`. The router then skips the next write unless the route has changed, so the
   * route includes the hash.
   */
  hash: string;
};

const isBrowser = typeof window !== 'undefined';

/** On any path other than that of the scope the parameters are complete. */
const readAddress = ({ pathname, search }: Address, scope: SearchScope): SearchState => {
  const params = new URLSearchParams(search);
  return pathname === scope.path ? readSearch(params, scope) : decodeSearch(params);
};

/**
 * Whether the query was edited, or its words became filters. These replace the history entry.
 */
const isReworded = (before: SearchState, after: SearchState) =>
  before.query !== '' &&
  before.query !== after.query &&
  (after.query !== '' || refinementCount(after) > refinementCount(before));

/** SRCH-23: labelled by its chips; a search without chips is not remembered. */
function remember(state: SearchState, scope: SearchScope, continues: string | undefined): void {
  const chips = chipsOf(state);
  const text = chips.length === 1 && state.query ? state.query : chips.map((chip) => chip.text).join(', ');
  const href = searchUrl({ ...state, page: 1 }, scope);
  if (text) rememberSearch({ text, href }, continues);
}

function showAddress(url: string, scope: SearchScope): void {
  const before = readAddress(window.location, scope);
  const after = readAddress(new URL(url), scope);
  // Keeps tracking parameters until the search changes.
  if (searchUrl(before, scope) === searchUrl(after, scope)) return;
  const shown = window.location.pathname + window.location.search;
  const isReplacement = isReworded(before, after);
  remember(after, scope, isReplacement ? shown : undefined);
  if (isReplacement) window.history.replaceState(window.history.state, '', url);
  else window.history.pushState({ entry: Date.now() }, '', url);
}

const isHydrated = () => document.documentElement.dataset.search === 'awake';

/** Called on Back and Forward, before the router updates the search. */
const popstateListeners = new Set<() => void>();

const notifyPopstate = () => {
  for (const listener of popstateListeners) listener();
};

/** Maps InstantSearch's router to the site's URLs (SRCH-01). On the server it has the first search only. */
export const searchRouting = (scope: SearchScope, first: SearchState) => ({
  router: history<Route>({
    writeDelay: 0,
    cleanUrlOnDispose: false,
    getLocation: () => (isBrowser ? window.location : (new URL('http://localhost') as unknown as Location)),
    createURL: ({ routeState, location }) => location.origin + searchUrl(routeState.search, scope),
    parseURL: ({ location }) => ({
      // A page that Back is about to reload hydrates with the search that it shows.
      search: isBrowser && isHydrated() ? readAddress(location, scope) : first,
      hash: location.hash,
    }),
    ...(isBrowser && {
      // Called before the router adds its own listener.
      start: () => window.addEventListener('popstate', notifyPopstate),
      dispose: () => window.removeEventListener('popstate', notifyPopstate),
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

/** User input that stops restoring the scroll position. */
const GESTURES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * SRCH-10: scrolls to the results when the search changes, if configured. SRCH-01: restores the scroll position on Back
 * and Forward, also after a reload; on the reload itself the browser does.
 */
export function ScrollPosition({ results }: { results: RefObject<HTMLElement | null> }) {
  const { settings, scope } = useSurroundings();
  const { scrollToTop } = settings.search;
  const { state, found, urlOf } = useSearch();
  const url = urlOf(state);
  const isFound = urlOf(found.of) === url;
  const now = useRef({ url, isFound });
  /** URLs reached by Back and Forward whose results are pending. */
  const pendingUrls = useRef(new Set<string>());
  /** Scroll position to restore, which is reapplied until the results are complete and the page is long enough. */
  const targetTop = useRef<number>(undefined);

  const restoreScroll = useRef(() => {
    if (targetTop.current !== undefined) window.scrollTo({ top: targetTop.current, behavior: 'instant' });
  });

  useEffect(() => {
    numberEntry(window.history);
    const tops = storedTops();
    const saveTop = () => {
      const entry = entryOf(window.history);
      // Reinserted so that the newest is last.
      tops.delete(entry);
      tops.set(entry, window.scrollY);
    };
    saveTop();
    const done = new AbortController();
    const listening = { signal: done.signal, passive: true };
    const isComplete = () => now.current.isFound;
    const release = () => {
      targetTop.current = undefined;
    };
    const onScroll = () => {
      if (isComplete()) release();
      if (targetTop.current === undefined) saveTop();
    };
    const onPopstate = () => {
      const to = searchUrl(readAddress(window.location, scope), scope);
      // An in-page link.
      if (to === now.current.url && pendingUrls.current.size === 0) return;
      pendingUrls.current.add(to);
      now.current.isFound = false;
      targetTop.current = tops.get(entryOf(window.history));
      restoreScroll.current();
    };
    window.addEventListener('scroll', onScroll, listening);
    // On a busy page a click, Back or Forward can be dispatched before the scroll event and change the entry.
    window.addEventListener('click', onScroll, { ...listening, capture: true });
    window.navigation?.addEventListener(
      'navigate',
      ({ navigationType }) => navigationType === 'traverse' && onScroll(),
      listening,
    );
    window.addEventListener('pagehide', () => storeTops(tops), listening);
    popstateListeners.add(onPopstate);
    for (const gesture of GESTURES) window.addEventListener(gesture, release, listening);
    const resized = new ResizeObserver(() => {
      restoreScroll.current();
      if (isComplete()) release();
    });
    if (results.current) resized.observe(results.current);
    return () => {
      popstateListeners.delete(onPopstate);
      done.abort();
      resized.disconnect();
    };
  }, [results, scope]);

  useEffect(() => {
    const isNew = now.current.url !== url;
    now.current = { url, isFound };
    if (pendingUrls.current.has(url)) {
      if (url === searchUrl(readAddress(window.location, scope), scope)) pendingUrls.current.clear();
    } else if (isNew) {
      pendingUrls.current.clear();
      targetTop.current = undefined;
      const top = results.current?.getBoundingClientRect().top ?? 0;
      if (scrollToTop && top < 0) results.current?.scrollIntoView({ block: 'start' });
    }
    restoreScroll.current();
  }, [url, isFound, scope, scrollToTop, results]);

  return null;
}
