import { areCurrent, lastStockPages } from '#src/dealer-files/stock-pages.ts';
import type { Clock } from '#src/domain/clock.ts';
import { cacheableAddress } from '../responses/cache-key.ts';
import type { Step } from './exchange.ts';
import { isRead } from './guard.ts';
import type { SiteOwner } from './site-folders.ts';
import { createStaticFiles } from './static-files.ts';

/** Where the pages of a dealer's stock are, while they are true; undefined otherwise. */
export type StockPagesOf = (dealer: SiteOwner) => string | undefined;

/** @param stock names a dealer's stock, as this server knows it */
export const stockPagesOf =
  (dist: string, clock: Clock, stock: (slug: string) => string | undefined): StockPagesOf =>
  ({ slug, release }) => {
    const known = stock(slug);
    if (!release || known === undefined) return undefined;
    const pages = lastStockPages(dist, slug, release.id);
    return areCurrent(pages, { stock: known, nowMs: clock.now().getTime() }) ? pages.folder : undefined;
  };

/**
 * Sends the file of a page that shows stock. Between a change and the next rendering there is none that is true: the
 * page is rendered on demand then.
 */
export function stockPageStep(pages: StockPagesOf): Step {
  const files = createStaticFiles({ pages, assets: () => [] });
  return ({ req, res, dealer, path, found }) => {
    if (found.kind !== 'page' || found.route.rendered !== 'stock') return false;
    if (!isRead(req.method) || req.contact) return false;
    const { pathname, searchParams } = path;
    const isPlain = cacheableAddress(pathname, searchParams, found.route.internal) === pathname;
    return isPlain && files.serve(dealer, req, res);
  };
}
