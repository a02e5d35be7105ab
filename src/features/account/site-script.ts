import { pathWithoutKey } from '#src/routing/path-without-key.ts';
import { rememberViewedCar } from '#src/stores/viewed-cars.store.ts';
import { rememberLinkedParams, rememberPage } from '#src/stores/visit-memory.ts';
import { browserStorage } from '#src/ui/browser-storage.ts';
import { atFirstGesture } from '#src/ui/first-gesture.ts';
import { startCarButtons } from './car-buttons.ts';

/**
 * The shopper's memory, on every page: saved cars, viewed cars, visited pages. Never needed to render.
 *
 * Other parts of a page communicate with it in HTML:
 * - `<a href="/saved-cars" hidden data-saved-link>` with a `<span data-saved-count></span>`; `data-watchlist={noun}`
 *   where the list is that of a person who signs in.
 * - `<… data-viewed={JSON}>` once on a vehicle page: { id, stocknum, make, model, body, simple_body }.
 */

function rememberVisit(): void {
  const session = browserStorage('sessionStorage');
  rememberLinkedParams(session, location.search);
  rememberPage(session, pathWithoutKey(location.pathname));
  const viewed = document.querySelector<HTMLElement>('[data-viewed]')?.dataset.viewed;
  if (viewed) rememberViewedCar(JSON.parse(viewed));
}

/** FAV-02: the server is asked for its list once a shopper does something, and not at every page view. */
function followWatchlist(): void {
  const noun = document.querySelector<HTMLElement>('[data-watchlist]')?.dataset.watchlist;
  if (noun === undefined) return;
  atFirstGesture(() => import('#src/stores/watchlist.ts').then(({ synchronise }) => synchronise(noun)));
}

/** This memory is optional: if one part fails, the page and the other parts still work. */
for (const start of [rememberVisit, startCarButtons, followWatchlist]) {
  try {
    start();
  } catch (error) {
    console.warn('Not stored:', error);
  }
}
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) rememberVisit();
});
