/** The script of every page before a gesture. What it loads does not hold the first paint back. */
import '#src/features/account/visit-script.ts';
import '#src/features/analytics/analytics-script.ts';
import '#src/features/finance/finance-scripts.ts';
import '#src/layouts/quiet-fade.ts';
import { afterPaint } from '#src/ui/after-paint.ts';
import { browserStorage } from '#src/ui/browser-storage.ts';
import { atFirstGesture } from '#src/ui/first-gesture.ts';
import { whenNear } from '#src/ui/when-near.ts';

/** Scripts, and the elements that need them. */
type Parts = Record<string, () => Promise<unknown>>;

const PAINTED_PARTS: Parts = {
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

async function load(parts: Parts): Promise<void> {
  const needed = Object.entries(parts).filter(([selector]) => document.querySelector(selector));
  await Promise.all(needed.map(([, part]) => part()));
}

/** Hearts work once one is near, and show what is stored. */
function loadCarButtons(): void {
  const loadButtons = () => import('#src/features/account/car-buttons.ts');
  const first = document.querySelector('save-car, compare-car');
  if (browserStorage('localStorage')?.length) void loadButtons();
  else if (first) whenNear(first, '0px', loadButtons);
  atFirstGesture(loadButtons);
}

atFirstGesture(() => load(GESTURE_PARTS));
afterPaint(() => {
  void load(PAINTED_PARTS);
  loadCarButtons();
});
