import { pathWithoutKey } from '#src/routing/path-without-key.ts';
import { rememberViewedCar } from '#src/stores/viewed-cars.store.ts';
import { rememberLinkedParams, rememberPage } from '#src/stores/visit-memory.ts';
import { browserStorage } from '#src/ui/browser-storage.ts';
import { startFavouriteButtons } from './favourite-buttons.ts';

/**
 * The shopper's memory, on every page: saved cars, viewed cars, visited pages. Never needed to render.
 *
 * Other parts of a page communicate with it in HTML, before or after it has loaded:
 * - `<button type="button" hidden data-favourite={writeFavourite(car)}>`: shown, named and toggled. Style by
 *   `[aria-pressed="true"]`.
 * - `<a href="/saved-cars" hidden data-favourites-link>` with a `<span data-favourites-count></span>`.
 * - `<… data-viewed={JSON}>` once on a vehicle page: { id, stocknum, make, model, body, simple_body }.
 * A press is event 39, which `wake-lists.ts` dispatches as `forecourt:event` on window.
 */

function rememberVisit(): void {
  const session = browserStorage('sessionStorage');
  rememberLinkedParams(session, location.search);
  rememberPage(session, pathWithoutKey(location.pathname));
  const viewed = document.querySelector<HTMLElement>('[data-viewed]')?.dataset.viewed;
  if (viewed) rememberViewedCar(JSON.parse(viewed));
}

/** This memory is optional: if one part fails, the page and the other parts still work. */
for (const start of [rememberVisit, startFavouriteButtons]) {
  try {
    start();
  } catch (error) {
    console.warn('Not stored:', error);
  }
}
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) rememberVisit();
});
