import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Environment } from '#src/config/environment.ts';
import type { OnProgress } from '#src/platform/queue/batches.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import type { FailedSite } from '#src/publishing/build/failed-site.ts';
import { loadPages, pageBundle } from '#src/publishing/page-bundle.ts';
import { hasData } from '#src/server/data-installation.ts';
import type { RenderPage } from '#src/server/http/page-code.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { FailedPage, renderStockPages } from './render-stock-pages.ts';

type FirstStockPages = {
  /** Number of rendered pages. */
  pages: number;
  failed: FailedSite[];
  /** Why none were rendered. */
  reason?: string;
};

type Work = {
  code: string;
  env: Environment;
  dealers: readonly DealerConfig[];
  onProgress?: OnProgress | undefined;
};

async function renderEach(
  out: string,
  code: string,
  { services, dealers, onProgress }: Pick<Work, 'dealers' | 'onProgress'> & { services: Services },
): Promise<FirstStockPages> {
  const failed: FailedSite[] = [];
  let pages = 0;
  let loaded: Promise<RenderPage> | undefined;
  const load = async () => loadPages(join((await pageBundle(code)).server, 'entry.mjs'));
  const renderPage: RenderPage = async (...page) => {
    loaded ??= load();
    return (await loaded)(...page);
  };
  for (const [done, dealer] of dealers.entries()) {
    onProgress?.('Rendering pages of the stock', done, dealers.length);
    try {
      pages += await renderStockPages(out, { dealer, code, renderPage, services });
    } catch (error) {
      if (!(error instanceof FailedPage)) throw error;
      failed.push({ slug: dealer.slug, page: error.page, reason: error.message });
    }
  }
  return { pages, failed };
}

/**
 * Renders stock pages of releases that are stored but not live. Without a database, the stock is empty. If the database
 * cannot be opened, they are left to the servers.
 */
export async function firstStockPages(
  out: string,
  { code, env, dealers, onProgress }: Work,
): Promise<FirstStockPages> {
  const umask = process.umask();
  const empty = hasData(env) ? undefined : await mkdtemp(join(tmpdir(), 'forecourt-no-stock-'));
  try {
    const services = await openServices({
      env: empty === undefined ? env : { ...env, DATA_DIR: empty },
      dealers,
    });
    // Opening a database restricts the umask, but published files must be readable by everyone.
    process.umask(umask);
    try {
      return await renderEach(out, code, { services, dealers, onProgress });
    } finally {
      await services.close();
    }
  } catch (error) {
    return { pages: 0, failed: [], reason: plainReason(error) };
  } finally {
    if (empty !== undefined) await rm(empty, { recursive: true, force: true });
  }
}
