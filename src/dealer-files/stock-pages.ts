import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { stockPagesFolder } from './release-folders.ts';

/*
 * Pages of a release that show stock, or depend on the date:
 *
 *   stock/<stock>-<code>-<until>/…   rendered with the stock of this name and this code, true until an instant in ms
 *   stock/current                    a link to the one that is sent; replaced atomically
 */

/** The link to the pages that are sent. */
export const CURRENT = 'current';

export type StockPages = {
  folder: string;
  /** Name of the stock that they show: `stockName`. */
  stock: string;
  /** Id of the code release. */
  code: string;
  /** Instant, ms, after which they may say what is no longer so. */
  validUntil: number;
};

export const stockPagesName = ({ stock, code, validUntil }: Omit<StockPages, 'folder'>): string =>
  `${stock}-${code}-${validUntil}`;

/** The pages of a release that were rendered last; undefined where it has none. */
export function lastStockPages(dist: string, slug: string, id: string): StockPages | undefined {
  const folder = stockPagesFolder(dist, slug, id);
  let name: string;
  try {
    name = readlinkSync(join(folder, CURRENT));
  } catch {
    return undefined;
  }
  const [, stock, code, validUntil] = /^([a-z0-9.]+)-(.+)-(\d+)$/i.exec(name) ?? [];
  if (stock === undefined || code === undefined) return undefined;
  return { folder: join(folder, name), stock, code, validUntil: Number(validUntil) };
}

/** Whether pages say what is so now. */
export const areCurrent = (
  pages: StockPages | undefined,
  { stock, code, nowMs }: { stock: string; code: string; nowMs: number },
): pages is StockPages =>
  pages !== undefined && pages.stock === stock && pages.code === code && nowMs < pages.validUntil;
