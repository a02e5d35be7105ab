import { areCurrent, lastStockPages } from '#src/dealer-files/stock-pages.ts';
import type { Clock } from '#src/domain/clock.ts';
import { cacheableAddress } from '../responses/cache-key.ts';
import type { Step } from './exchange.ts';
import { isRead } from './guard.ts';
import type { SiteOwner } from './site-folders.ts';
import { createStaticFiles } from './static-files.ts';

/** Where the pages of a dealer's stock are, while they are true; undefined otherwise. */
export type StockPagesOf = (dealer: SiteOwner) => string | undefined;

/**
 * @param of.stock names a dealer's stock, as this server knows it
 * @param of.code id of the code in force
 */
export const stockPagesOf =
  (of: {
    dist: string;
    clock: Clock;
    stock(slug: string): string | undefined;
    code(): string;
  }): StockPagesOf =>
  ({ slug, release }) => {
    const stock = of.stock(slug);
    if (!release || stock === undefined) return undefined;
    const pages = lastStockPages(of.dist, slug, release.id);
    const now = { stock, code: of.code(), nowMs: of.clock.now().getTime() };
    return areCurrent(pages, now) ? pages.folder : undefined;
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
