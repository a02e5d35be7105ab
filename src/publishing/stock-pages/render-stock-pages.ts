import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  areCurrent,
  CURRENT,
  lastStockPages,
  type StockPages,
  stockPagesName,
} from '#src/dealer-files/release/current-release.ts';
import { releaseFolder, stockPagesFolder } from '#src/dealer-files/release/release-folders.ts';
import { withoutEngine } from '#src/features/stock/server/indexing/public-documents.ts';
import { stockName } from '#src/features/stock/server/indexing/stock-watch.ts';
import type { SiteRoute } from '#src/platform/routing/routed-site.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { linkFile } from '#src/platform/storage/file-tree.ts';
import { nextMidnight } from '#src/platform/time/zoned-time.ts';
import { COMPRESSED_SUFFIXES, compressPages } from '#src/publishing/build/compress-files.ts';
import { fileOf, renderWhole } from '#src/publishing/build/render-sites.ts';
import { FolderInUse, withFolderLock } from '#src/publishing/release/folder-lock.ts';
import type { RenderPage } from '#src/server/http/page-code.ts';
import type { Services } from '#src/server/services.ts';

export const stockRoutes = (dealer: DealerConfig): SiteRoute[] =>
  siteRoutes(dealer).filter(({ rendered }) => rendered === 'stock');

export class FailedPage extends Error {
  override name = 'FailedPage';
  readonly page: string;
  constructor(page: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.page = page;
  }
}

const OK = 200;

/** Unchanged pages keep their file and its modification time, so that browsers and caches need not fetch them again. */
function reuseFile(before: string | undefined, file: string, folder: string, html: string): boolean {
  const former = before === undefined ? undefined : join(before, file);
  if (former === undefined || !existsSync(former) || readFileSync(former, 'utf8') !== html) return false;
  for (const suffix of ['', ...COMPRESSED_SUFFIXES]) linkFile(former + suffix, join(folder, file) + suffix);
  return true;
}

type Site = {
  dealer: DealerConfig;
  /** Id of the code release. */
  code: string;
  renderPage: RenderPage;
  services: Services;
};

/** @returns the number of pages; those that are gone or not yet available have no file */
async function writePages({ dealer, renderPage, services }: Site, folder: string, before?: string) {
  const written: string[] = [];
  let pages = 0;
  for (const { path, internal } of stockRoutes(dealer)) {
    const response = await renderWhole(renderPage, dealer, internal, services).catch((error: unknown) => {
      throw new FailedPage(path, error);
    });
    const { status } = response;
    if (status >= 500) throw new FailedPage(path, `it answers ${status}`);
    if (status !== OK) continue;
    const html = fileOf(response);
    pages += 1;
    const file = join(path, 'index.html');
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    if (reuseFile(before, file, folder, html)) continue;
    // Flushed, so that a power failure leaves no empty page behind an existing link.
    writeFileSync(join(folder, file), html, { flush: true });
    written.push(join(folder, file));
  }
  await compressPages(written, { flush: true });
  return pages;
}

async function prune(folder: string, kept: readonly (string | undefined)[]): Promise<void> {
  for (const name of readdirSync(folder)) {
    if (name === CURRENT || name.startsWith('.lock') || kept.includes(join(folder, name))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function replace(folder: string, site: Site, stock: string, last: StockPages | undefined) {
  const before = last?.folder;
  const validUntil = nextMidnight(site.services.clock.now(), site.dealer.timeZone).getTime();
  const name = stockPagesName({ stock, code: site.code, validUntil });
  const [staged, link] = [join(folder, `.new-${randomUUID()}`), join(folder, `.link-${randomUUID()}`)];
  try {
    mkdirSync(staged);
    const pages = await writePages(site, staged, before);
    // Left by a process that was killed, if the link does not name it.
    if (before !== join(folder, name)) await rm(join(folder, name), { recursive: true, force: true });
    renameSync(staged, join(folder, name));
    symlinkSync(name, link);
    renameSync(link, join(folder, CURRENT));
    await prune(folder, [before, join(folder, name)]);
    return pages;
  } finally {
    await rm(staged, { recursive: true, force: true });
    await rm(link, { force: true });
  }
}

/**
 * Renders the stock pages of a release, unless they are current, and replaces the previous ones atomically. They are
 * rendered from the database, because the search engine may be unavailable or behind.
 * @returns the number of pages rendered; 0 if another process is rendering them
 * @throws FailedPage, or database and disk errors; the previous pages are kept
 */
export async function renderStockPages(out: string, site: Site): Promise<number> {
  const { dealer, services } = site;
  const { slug, release } = dealer;
  if (!release || !existsSync(releaseFolder(out, slug, release.id))) return 0;
  // Read before the stock itself: pages may be newer than recorded, never older.
  const stock = await stockName(services, slug);
  const rendering = { ...site, services: withoutEngine(services) };
  const folder = stockPagesFolder(out, slug, release.id);
  const now = { stock, code: site.code, nowMs: services.clock.now().getTime() };
  const last = () => lastStockPages(out, slug, release.id);
  if (areCurrent(last(), now)) return 0;
  return withFolderLock(folder, async () => {
    const found = last();
    // Another process may have rendered them in the meantime.
    return areCurrent(found, now) ? 0 : replace(folder, rendering, stock, found);
  }).catch((error: unknown) => {
    if (error instanceof FolderInUse) return 0;
    throw error;
  });
}
