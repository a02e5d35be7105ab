/** The script of every page before a gesture. What it loads does not hold back the first pictures. */
import '#src/features/account/visit-script.ts';
import '#src/features/analytics/analytics-script.ts';
import '#src/features/finance/finance-scripts.ts';
import '#src/layouts/quiet-fade.ts';
import { afterLoad } from '#src/ui/after-paint.ts';
import { browserStorage } from '#src/ui/browser-storage.ts';
import { atFirstGesture } from '#src/ui/first-gesture.ts';
import { whenNear } from '#src/ui/when-near.ts';

const warn = (error: unknown) => console.warn('A script could not be loaded:', error);

/** Scripts, and the elements that need them. */
type Parts = Record<string, () => Promise<unknown>>;

const LOADED_PARTS: Parts = {
  '[data-open-now], [data-hours-zone]': () => import('#src/features/locations/open-now-script.ts'),
  '[data-popup]': () => import('#src/features/content/offers/popup-script.ts'),
  '[data-view-address]': () => import('#src/features/vehicle/freshen.ts'),
};

const GESTURE_PARTS: Parts = {
  html: () => import('./site-gestures.ts'),
  '[data-vendor-tags]': () => import('#src/features/analytics/vendor-tags-script.ts'),
  '[data-watchlist]': () => import('#src/features/account/watchlist-script.ts'),
  '.vehicle': () => import('#src/pages/_vehicle/vehicle-scripts.ts'),
  '[data-call]': () => import('#src/features/vehicle/call-script.ts'),
  '#search-results': () => import('#src/features/search/card-transition.ts'),
  '[data-later-cards-room]': () => import('#src/features/search/rows/start-rows.ts'),
  '[data-price-slider]': () => import('#src/features/home/price-slider.ts'),
  '#financeDisclaimer': () => import('#src/pages/_finance/rates-dialog-script.ts'),
};

/** Each on its own: one that cannot be loaded leaves the others working. */
function load(parts: Parts): void {
  for (const [selector, part] of Object.entries(parts))
    if (document.querySelector(selector)) part().catch(warn);
}

/** Hearts work once one is near, and show what is stored. */
function loadCarButtons(): void {
  const loadButtons = () => import('#src/features/account/car-buttons.ts').catch(warn);
  const first = document.querySelector('save-car, compare-car');
  if (browserStorage('localStorage')?.length) void loadButtons();
  else if (first) whenNear(first, '0px', loadButtons);
  atFirstGesture(loadButtons);
}

atFirstGesture(async () => load(GESTURE_PARTS));
afterLoad(() => {
  load(LOADED_PARTS);
  loadCarButtons();
});
