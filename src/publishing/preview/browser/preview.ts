import { routeAt } from '#src/platform/routing/route-table.ts';
import { SUGGESTIONS_FILE } from '#src/server/routes/preview-addresses.ts';
import './preview.css';
import { formCar, offResponse, type Place, toPlace, watchAddresses } from './preview-links.ts';

const ISLAND = 'astro-island[component-export="SearchApp"]';
const TRY_AGAIN_MS = 100;
const MOST_TRIES = 150;

/** React marks each element that it has taken over; what the server wrote for good it leaves alone. */
const isTakenOver = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith('__reactFiber'));

/** Before that, React would compare the page with the address it does not belong to, and draw all of it again. */
function isHydrated(island: Element): boolean {
  const controls = [...island.querySelectorAll('input, select')].filter(
    (one) => !one.closest('astro-slot, astro-static-slot'),
  );
  return !island.hasAttribute('ssr') && controls.every(isTakenOver);
}

/**
 * A file shows all vehicles whatever the query of its address says. The island is woken with the address it was
 * rendered at, and then learns of the query as of a step through the history.
 * @param searches how many the page has asked for
 */
function hydrateSearch(searches: () => number): void {
  const island = document.querySelector(ISLAND);
  if (!island || location.search === '') return;
  const root = document.documentElement;
  const { href } = location;
  root.dataset.previewSearching = '';
  history.replaceState(history.state, '', location.pathname);
  // Scripts that wait for a gesture begin.
  dispatchEvent(new Event('scroll'));
  let tries = 0;
  const again = () => {
    tries += 1;
    const isAwake = isHydrated(island);
    if (isAwake && location.href !== href) history.replaceState(history.state, '', href);
    if (searches() > 0 || tries > MOST_TRIES) {
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
 * What a preview does in the browser, in one place: scripts of the site ask for its own addresses, and get the files of
 * the preview, the endpoints of the dealer, or word that this is off. Runs before every other script.
 */
const SEARCH = '/api/search';
const SEARCH_WORDS = '/api/search/words';
const SUGGESTIONS = '/api/suggestions';

const { base = '', api } = document.currentScript?.dataset ?? {};
const place: Place = { base, here: location.origin };
const own = window.fetch.bind(window);
let asked = 0;

type LocalSearch = { search(body: string): Promise<Response> };
const local = (): Promise<LocalSearch> => import(/* @vite-ignore */ `${base}/preview/search.js`);

const searchHere = async (body: string) => (await local()).search(body);

/** The dealer’s own search knows the stock of this minute; the preview’s own works without it. */
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
  const isOn = api !== undefined && routeAt(path)?.preview === (init?.method ?? 'GET');
  return isOn ? call(address, formCar(path, init)) : offResponse(path, place);
}

window.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, document.baseURI);
  if (url.origin !== place.here) return own(input, init);
  const path = url.pathname;
  const address = path + url.search;
  if (path.startsWith('/api/')) return endpoint(path, address, init);
  // A file host takes nothing: a page that is posted to, such as a vehicle's for the phone number, is off.
  const isRead = (init?.method ?? 'GET') === 'GET';
  const placed = isRead ? toPlace(address, place) : undefined;
  return placed === undefined ? Promise.resolve(offResponse(path, place)) : own(placed, init);
};

watchAddresses(place);
addEventListener('DOMContentLoaded', () => hydrateSearch(() => asked));
