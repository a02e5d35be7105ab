import { rememberLinkedParams, rememberPage } from '#src/features/leads/client/visit-memory.ts';
import { pathWithoutKey } from '#src/platform/routing/visit-address.ts';
import { afterLoad } from '#src/platform/ui/dom/deferred-work.ts';
import { browserStorage } from '#src/platform/ui/storage/browser-storage.ts';

/**
 * Records visited pages and vehicles, which no page needs for rendering. A vehicle page has one `<…
 * data-viewed={JSON}>`: { id, stocknum, make, model, body, simple_body }.
 */
function rememberVisit(): void {
  const session = browserStorage('sessionStorage');
  rememberLinkedParams(session, location.search);
  rememberPage(session, pathWithoutKey(location.pathname));
  const viewed = document.querySelector<HTMLElement>('[data-viewed]')?.dataset.viewed;
  if (!viewed) return;
  afterLoad(() => {
    import('#src/features/account/client/viewed-cars.store.ts')
      .then(({ rememberViewedCar }) => rememberViewedCar(JSON.parse(viewed)))
      .catch((error: unknown) => console.warn('Not stored:', error));
  });
}

rememberVisit();
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) rememberVisit();
});
