import { previewMethod } from '#src/wire/preview-calls.ts';
import './preview.css';
import { SUGGESTIONS_FILE } from '#src/routing/preview-address.ts';
import { formCar } from './form-car.ts';
import { offResponse } from './off-response.ts';
import { type Place, toPlace } from './place.ts';
import { hydrateSearch } from './wake-search.ts';
import { watchAddresses } from './watch-addresses.ts';

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
  const isOn = api !== undefined && previewMethod(path) === (init?.method ?? 'GET');
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
