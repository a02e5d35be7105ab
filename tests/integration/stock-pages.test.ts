import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { lastStockPages } from '#src/dealer-files/release/current-release.ts';
import { stockPagesFolder } from '#src/dealer-files/release/release-folders.ts';
import { readSnapshots } from '#src/dealer-files/release/snapshot.ts';
import { importStock } from '#src/features/stock/server/importing/import-stock.ts';
import { linkTree } from '#src/platform/storage/file-tree.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { renderStockPages } from '#src/publishing/stock-pages/render-stock-pages.ts';
import type { RenderPage } from '#src/server/http/page-code.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { unescaped } from '../fixtures/html-text.ts';
import { environment, RIVERBEND, tempFolder } from '../fixtures/http-site.ts';
import { buildForTest, startServer } from '../fixtures/lead-site.ts';
import { PLAIN_FEED } from '../fixtures/stock-site.ts';

/** Promised for 1,150 vehicles. */
const LONGEST_REFRESH_MS = 120_000;

let dist: string;
let dealer: DealerConfig;

beforeAll(async () => {
  const { outDir } = await buildForTest();
  // Compiled pages find their packages from here.
  dist = mkdtempSync(join('.astro', 'test-stock-pages-'));
  // Servers of other tests may have rendered pages of the stock there.
  linkTree(outDir, dist, (name) => !name.includes('/stock/'));
  const live = readSnapshots(dist).published.find(({ slug }) => slug === 'riverbend');
  if (!live) throw new Error('riverbend is not built');
  dealer = live.dealer;
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const folder = () => stockPagesFolder(dist, dealer.slug, dealer.release?.id ?? '');
const last = () => lastStockPages(dist, dealer.slug, dealer.release?.id ?? '');
const fileAt = (path: string) => join(folder(), 'current', path, 'index.html');
const htmlAt = (path: string) => (existsSync(fileAt(path)) ? readFileSync(fileAt(path), 'utf8') : '');
const words = (html: string) =>
  unescaped(/<main[\s\S]*<\/main>/.exec(html)?.[0].replace(/<[^>]*>/g, ' ') ?? '').replace(/\s+/g, ' ');

const COLUMNS = 'stocknum,make,model,year,price,km,location_slug';
const PRADO = 'A1,Toyota,Prado,2021,61990,40000,moorooka';
const YARIS = 'A2,Toyota,Yaris,2022,23990,12000,moorooka';
const KONA = 'A3,Hyundai,Kona,2023,31990,9000,springwood';

async function importFeed(services: Services, dataDir: string, ...rows: string[]) {
  writeFileSync(join(dataDir, 'feed.csv'), [COLUMNS, ...rows].join('\n'));
  const fed = { ...dealer, stock: { ...dealer.stock, feed: PLAIN_FEED } } as DealerConfig;
  await importStock(services, fed, { dealersDir: dataDir });
}

describe('PLAT-03 a running server and its pages of the stock, without a search engine', () => {
  let services: Services;
  let dataFolder: string;
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    dataFolder = tempFolder();
    services = await openServices({ env: await environment(dataFolder), dealers: [dealer] });
    await importFeed(services, dataFolder, PRADO, YARIS, KONA);
    server = await startServer(dist, {
      dataDir: join(dataFolder, 'data'),
      env: { MEILI_HOST: 'http://127.0.0.1:9' },
    });
  });
  afterAll(async () => {
    await server.stop();
    await services.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const ask = (path: string, headers = {}) => server.ask({ path, host: RIVERBEND, headers });
  const waitFor = (path: string, check: RegExp) =>
    expect.poll(() => words(htmlAt(path)), { timeout: LONGEST_REFRESH_MS }).toMatch(check);

  it('shows its cars and their number in files, which are what is sent', async () => {
    await waitFor('/toyota/overview', / 2 cars .* Prado 1 car /);
    expect(words(htmlAt('/'))).toContain('3 cars');
    expect(words(htmlAt('/locations/moorooka'))).toMatch(/Prado.*Yaris|Yaris.*Prado/);
    const sent = await ask('/toyota/overview');
    expect(sent.body === htmlAt('/toyota/overview')).toBe(true);
    expect(sent.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(sent.headers['set-cookie']).toBeUndefined();
    const again = await ask('/toyota/overview', { 'If-None-Match': String(sent.headers.etag) });
    expect(again.status).toBe(304);
  });

  it('renders them again after an import, without a command, and a sold car is gone', async () => {
    const before = statSync(fileAt('/special-offers')).mtimeMs;
    await importFeed(services, dataFolder, YARIS, KONA);
    await waitFor('/toyota/overview', /^(?!.*(2021 Toyota Prado| 2 cars )).* 1 car /);
    expect(words(htmlAt('/locations/moorooka'))).not.toContain('Prado');
    expect(words(htmlAt('/'))).toContain('2 cars');
    // Nothing on it has changed: caches keep it.
    expect(statSync(fileAt('/special-offers')).mtimeMs).toBe(before);
  });

  it('sends no page of the stock before while the new one is rendered', async () => {
    await importFeed(services, dataFolder, KONA);
    await expect
      .poll(async () => words((await ask('/toyota/overview')).body), { timeout: 5000 })
      .not.toContain('2022 Toyota Yaris');
  });

  it('renders an address that asks for more than the page on demand', async () => {
    await waitFor('/toyota/overview', /^(?!.*2022 Toyota Yaris)/);
    const isCurrent = async () => (await ask('/')).body === htmlAt('/');
    await expect.poll(isCurrent, { timeout: LONGEST_REFRESH_MS }).toBe(true);
    const [plain, asked] = await Promise.all([ask('/finance-enquiry'), ask('/finance-enquiry?car_id=none')]);
    expect(plain.body === htmlAt('/finance-enquiry')).toBe(true);
    expect(asked.headers['cache-control']).toContain('no-cache');
  });
});

describe('PLAT-01 a rendering of pages of the stock', () => {
  const NOON = '2026-06-18T02:00:00Z';
  let services: Services;
  let dataFolder: string;
  beforeEach(async () => {
    rmSync(folder(), { recursive: true, force: true });
    dataFolder = tempFolder();
    services = await openServices({
      env: await environment(dataFolder),
      dealers: [dealer],
      clock: fixedClock(NOON),
    });
  });
  afterEach(async () => {
    await services.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  /** Pages that say which rendering they are of. */
  const saying =
    (text: string, failsAt?: string): RenderPage =>
    async ({ url }) => {
      if (failsAt !== undefined && url.endsWith(failsAt)) throw new Error('the database is locked');
      return { status: 200, headers: {}, body: Buffer.from(`<html><head></head>${text} at ${url}</html>`) };
    };
  const render = (renderPage: RenderPage) =>
    renderStockPages(dist, { dealer, code: 'first', renderPage, services });
  const names = () => readdirSync(folder()).filter((name) => name !== 'current' && !name.startsWith('.lock'));

  it('that fails half way changes nothing and leaves nothing behind', async () => {
    await render(saying('first'));
    const before = names();
    await importFeed(services, dataFolder, PRADO);
    await expect(render(saying('second', '/special-offers'))).rejects.toThrow('the database is locked');
    expect(names()).toEqual(before);
    expect(htmlAt('/')).toContain('first');
  });

  it('replaces all pages at once, and keeps only those before', async () => {
    for (const [at, row] of [PRADO, YARIS, KONA].entries()) {
      await importFeed(services, dataFolder, row);
      await render(saying(`rendering ${at}`));
    }
    expect(htmlAt('/')).toContain('rendering 2');
    expect(htmlAt('/special-offers')).toContain('rendering 2');
    expect(names()).toHaveLength(2);
  });

  it('is done once where two begin together', async () => {
    const pages = await Promise.all([render(saying('one')), render(saying('other'))]);
    expect(pages.filter((count) => count > 0)).toHaveLength(1);
  });

  it('is true until midnight of the dealer', async () => {
    await render(saying('today'));
    expect(new Date(last()?.validUntil ?? 0).toISOString()).toBe('2026-06-18T14:00:00.000Z');
    expect(await render(saying('again'))).toBe(0);
    const tomorrow = { ...services, clock: fixedClock('2026-06-18T14:00:01Z') };
    await renderStockPages(dist, {
      dealer,
      code: 'first',
      renderPage: saying('tomorrow'),
      services: tomorrow,
    });
    expect(htmlAt('/')).toContain('tomorrow');
  });

  it('leaves out an offer that has ended', async () => {
    const gone: RenderPage = async (page) => {
      const response = await saying('page')(page, {});
      return response && page.url.includes('/offers/') ? { ...response, status: 410 } : response;
    };
    await render(gone);
    expect(existsSync(join(folder(), 'current', 'offers'))).toBe(false);
    expect(existsSync(fileAt('/special-offers'))).toBe(true);
  });
});
