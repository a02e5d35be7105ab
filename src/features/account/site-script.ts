import { startFavouriteButtons } from './favourite-buttons.ts';
import { watchFavourites } from './favourites.store.ts';
import { jsonAttribute } from './json-attribute.ts';
import { startLeadAttributes } from './lead-attributes.ts';
import { rememberLinkedParams } from './linked-query-params.ts';
import { startSavedCars } from './saved-cars.ts';
import { browserStorage } from './stored-list.ts';
import { rememberViewedCar } from './viewed-cars.ts';
import { rememberPage } from './visited-pages.ts';

function rememberVisit(): void {
  const session = browserStorage('sessionStorage');
  rememberLinkedParams(session, location.search);
  rememberPage(session, location.pathname);
  const page = document.querySelector<HTMLElement>('[data-viewed]');
  if (page) rememberViewedCar(browserStorage('localStorage'), jsonAttribute(page, 'viewed'));
}

/** A shopper's memory is a comfort: when one part of it breaks, the page and the other parts go on. */
for (const start of [
  rememberVisit,
  startLeadAttributes,
  watchFavourites,
  startSavedCars,
  startFavouriteButtons,
]) {
  try {
    start();
  } catch (error) {
    console.warn('Not remembered:', error);
  }
}
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) rememberVisit();
});
