/** The script of every page before a gesture. What it loads does not hold the first paint back. */
import '#src/features/analytics/analytics-script.ts';
import '#src/layouts/quiet-fade.ts';
import { afterPaint } from '#src/ui/after-paint.ts';
import { browserStorage } from '#src/ui/browser-storage.ts';
import { atFirstGesture } from '#src/ui/first-gesture.ts';
import { loadParts, type PagePart } from '#src/ui/page-parts.ts';
import { whenNear } from '#src/ui/when-near.ts';

const PARTS: readonly PagePart[] = [
  ['html', () => import('#src/features/account/visit-script.ts')],
  ['[data-open-now], [data-hours-zone]', () => import('#src/features/locations/open-now-script.ts')],
  ['[data-popup]', () => import('#src/features/content/offers/popup-script.ts')],
  ['[data-view-address]', () => import('#src/features/vehicle/freshen.ts')],
  ['[name="own-loan"]', () => import('#src/features/finance/finance-scripts.ts')],
];

/** Hearts work once one is near, and show what is stored. */
function loadCarButtons(): void {
  const load = () => import('#src/features/account/car-buttons.ts');
  const first = document.querySelector('save-car, compare-car');
  if (browserStorage('localStorage')?.length) void load();
  else if (first) whenNear(first, '0px', load);
  atFirstGesture(load);
}

atFirstGesture(() => import('./site-gestures.ts').then(({ GESTURE_PARTS }) => loadParts(GESTURE_PARTS)));
afterPaint(() => {
  loadParts(PARTS);
  loadCarButtons();
});
