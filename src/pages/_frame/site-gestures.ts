/** What a page may need once a shopper does something: the menu and suggestions on every page, the rest where it is. */

import { reportVerified } from '#src/features/account/report-verified.ts';
import '#src/features/search/type-ahead/wake-type-ahead.ts';
import '#src/layouts/site-menu.ts';
import type { PagePart } from '#src/ui/page-parts.ts';

export const GESTURE_PARTS: readonly PagePart[] = [
  ['[data-vendor-tags]', () => import('#src/features/analytics/vendor-tags-script.ts')],
  ['[data-watchlist]', () => import('#src/features/account/watchlist-script.ts')],
  ['.vehicle', () => import('#src/pages/_vehicle/vehicle-scripts.ts')],
  ['[data-call]', () => import('#src/features/vehicle/call-script.ts')],
  ['[data-later-cards-room]', () => import('#src/features/search/rows/start-rows.ts')],
  ['[data-price-slider]', () => import('#src/features/home/price-slider.ts')],
  ['#financeDisclaimer', () => import('#src/pages/_finance/rates-dialog-script.ts')],
  ['[data-load-script]', () => import('#src/features/third-party/load-on-click.ts')],
  ['[data-third-party]', () => import('#src/features/third-party/third-party-script.ts')],
];

reportVerified();
