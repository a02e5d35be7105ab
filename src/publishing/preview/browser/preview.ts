import { policyAt } from '#src/platform/routing/route-policies.ts';
import { SUGGESTIONS_FILE } from '#src/server/routes/preview-addresses.ts';
import './preview.css';
import {
  formCar,
  offResponse,
  type PreviewLocation,
  toPreviewFile,
  watchAddresses,
} from './preview-links.ts';

const ISLAND = 'astro-island[component-export="SearchApp"]';
const TRY_AGAIN_MS = 100;
const MAX_TRIES = 150;

/** React marks elements that it has hydrated, except static markup. */
const isTakenOver = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith('__reactFiber'));

/**
 * Hydrating earlier would mismatch: the query does not belong to the rendered page, and React would render it again.
 */
function isHydrated(island: Element): boolean {
  const controls = [...island.querySelectorAll('input, select')].filter(
    (one) => !one.closest('astro-slot, astro-static-slot'),
  );
  return !island.hasAttribute('ssr') && controls.every(isTakenOver);
}

/**
 * The file of a search page shows all vehicles, whatever the query. Hydrate the island with the address it was rendered
 * at, then apply the query like a history navigation.
 * @param searches number of searches the page has requested
 */
function hydrateSearch(searches: () => number): void {
  const island = document.querySelector(ISLAND);
  if (!island || location.search === '') return;
  const root = document.documentElement;
  const { href } = location;
  root.dataset.previewSearching = '';
  history.replaceState(history.state, '', location.pathname);
  // Triggers scripts that wait for user input.
  dispatchEvent(new Event('scroll'));
  let tries = 0;
  const again = () => {
    tries += 1;
    const isAwake = isHydrated(island);
    if (isAwake && location.href !== href) history.replaceState(history.state, '', href);
    if (searches() > 0 || tries > MAX_TRIES) {
      if (location.href !== href && searches() === 0) history.replaceState(history.state, '', href);
      delete root.dataset.previewSearching;
      return;
    }
    if (isAwake) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    else island.dispatchEvent(new Event('focusin'));
    setTimeout(again, TRY_AGAIN_MS);
  };
  again();
}

/**
 * Entry point of previews in the browser, loaded before all other scripts. Intercepts requests of the site's scripts
 * and maps them to preview files, the dealer's endpoints or an error for disabled features.
 */
const SEARCH = '/api/search';
const SEARCH_WORDS = '/api/search/words';
const SUGGESTIONS = '/api/suggestions';

const { base = '', api } = document.currentScript?.dataset ?? {};
const place: PreviewLocation = { base, here: location.origin };
const own = window.fetch.bind(window);
let asked = 0;

type LocalSearch = { search(body: string): Promise<Response> };
const local = (): Promise<LocalSearch> => import(/* @vite-ignore */ `${base}/preview/search.js`);

const searchHere = async (body: string) => (await local()).search(body);

/** Prefers the dealer's own search, which has current stock, and falls back to the preview's. */
async function search(init: RequestInit | undefined): Promise<Response> {
  asked += 1;
  const body = String(init?.body ?? '');
  if (api === undefined) return searchHere(body);
  const live = await call(SEARCH, init).catch(() => undefined);
  return live?.ok ? live : searchHere(body);
}

const call = (address: string, init: RequestInit | undefined): Promise<Response> =>
  own(`${api}${address}`, { ...init, mode: 'cors', credentials: 'omit' });

async function endpoint(path: string, address: string, init: RequestInit | undefined): Promise<Response> {
  if (path === SEARCH) return search(init);
  if (path === SUGGESTIONS) return own(base + SUGGESTIONS_FILE);
  if (api === undefined && path === SEARCH_WORDS) return Response.json({ understood: null });
  const isOn = api !== undefined && policyAt(path)?.preview === (init?.method ?? 'GET');
  return isOn ? call(address, formCar(path, init)) : offResponse(path, place);
}

window.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, document.baseURI);
  if (url.origin !== place.here) return own(input, init);
  const path = url.pathname;
  const address = path + url.search;
  if (path.startsWith('/api/')) return endpoint(path, address, init);
  // File hosts accept no posts, so posting to a page, such as for a phone number, is disabled.
  const isRead = (init?.method ?? 'GET') === 'GET';
  const placed = isRead ? toPreviewFile(address, place) : undefined;
  return placed === undefined ? Promise.resolve(offResponse(path, place)) : own(placed, init);
};

watchAddresses(place);
addEventListener('DOMContentLoaded', () => hydrateSearch(() => asked));
