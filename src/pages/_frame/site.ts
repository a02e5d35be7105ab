/** The initial script of every page. It loads other scripts late, so that they do not compete with pictures. */
import '#src/features/account/view/visit-script.ts';
import '#src/features/content/view/analytics/analytics-script.ts';
import '#src/features/finance/view/finance-scripts.ts';
import { mayKnowPlace } from '#src/features/locations/client/stored-place.ts';
import '#src/layouts/fade-out.ts';
import { afterLoad, atFirstGesture, whenNear } from '#src/platform/ui/dom/deferred-work.ts';
import { browserStorage } from '#src/platform/ui/storage/browser-storage.ts';

const warn = (error: unknown) => console.warn('A script could not be loaded:', error);

/** Scripts by selector of the elements that need them. */
type Parts = Record<string, () => Promise<unknown>>;

const LOADED_PARTS: Parts = {
  '[data-open-now], [data-hours-zone]': () => import('#src/features/locations/view/hours/open-now-script.ts'),
  '[data-popup]': () => import('#src/features/content/view/offers/popup-script.ts'),
  '[data-view-address]': () => import('#src/features/vehicle/view/summary/refresh-vehicle.ts'),
};

const GESTURE_PARTS: Parts = {
  html: () => import('./site-gestures.ts'),
  '[data-vendor-tags]': () => import('#src/features/content/view/analytics/vendor-tags-script.ts'),
  '[data-watchlist]': () => import('#src/features/account/view/watchlist-script.ts'),
  '.vehicle': () => import('#src/pages/_vehicle/vehicle-scripts.ts'),
  '[data-call]': () => import('#src/features/vehicle/view/dealer/call-script.ts'),
  '#search-results': () => import('#src/features/search/view/cards/card-transition.ts'),
  '[data-later-cards-room]': () => import('#src/features/search/view/rows/init-card-rows.ts'),
  '[data-hero-search]': () => import('#src/features/content/view/home/hero/hero-search-script.ts'),
  '[data-price-slider]': () => import('#src/features/content/view/home/price-slider-script.ts'),
  '#financeDisclaimer': () => import('#src/pages/_finance/rates-dialog-script.ts'),
};

/** Separate imports, so that a failure does not affect other scripts. */
function load(parts: Parts): void {
  for (const [selector, part] of Object.entries(parts))
    if (document.querySelector(selector)) part().catch(warn);
}

/** Loads immediately if cars may be stored, otherwise when a button comes near or at the first gesture. */
function loadCarButtons(): void {
  const loadButtons = () => import('#src/features/account/view/car-buttons.ts').catch(warn);
  const first = document.querySelector('save-car, compare-car');
  if (browserStorage('localStorage')?.length) void loadButtons();
  else if (first) whenNear(first, '0px', loadButtons);
  atFirstGesture(loadButtons);
}

/** CARD-210, VDP-210: only a browser that may know its shopper's state has another price to show. */
function showOwnPlace(): void {
  if (!mayKnowPlace()) return;
  dispatchEvent(new Event('forecourt:place'));
  if (document.querySelector('drive-away-price, #search-results'))
    import('#src/features/search/view/cards/drive-away-price.ts').catch(warn);
}

atFirstGesture(async () => load(GESTURE_PARTS));
afterLoad(() => {
  load(LOADED_PARTS);
  loadCarButtons();
  showOwnPlace();
});
