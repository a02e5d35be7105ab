import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment } from '#src/config/environment.ts';
import { formatProblem } from '#src/dealer-files/config-problem.ts';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { importStock } from '#src/features/stock/server/importing/import-stock.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import type { AdvertisedPrice } from '#src/features/vehicle/vehicle.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { loadPages } from '#src/publishing/page-bundle.ts';
import { renderedAt } from '#src/server/routes/request-address.ts';
import { openServices } from '#src/server/services.ts';
import { PATIENT_SERVER } from '../fixtures/patience.ts';
import { databasePlace } from '../fixtures/test-database.ts';
import { STOCK, stockFeed } from './feed.ts';
import { withSetting } from './switch-case.ts';

const SLUG = 'switchboard';
/** A Thursday, in the middle of the day in Brisbane. */
export const NOW = '2026-06-18T02:00:00Z';

/** Of U1. */
const FALLEN_PRICE: AdvertisedPrice = {
  ...{ cents: 4_599_000, type: null, since: '2026-05-24T02:00:00Z' },
  before: { cents: 4_799_000, type: null, since: '2026-05-01T02:00:00Z' },
};

/** As if a build had measured them. */
const PICTURE_WIDTHS = { 'yard.webp': 1440, 'small.webp': 500 };

export type Rendered = { status: number; html: string; headers: Record<string, unknown> };

/** The pages as they are built, over real stock, rendered under whatever configuration a test asks for. */
export async function openRenderedPages(
  engine: { host: string; key: string; pagesEntry: string },
  stock: Parameters<typeof stockFeed>[0] = STOCK,
) {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-switches-'));
  const sound: object = JSON.parse(readFileSync(`tests/fixtures/dealers/${SLUG}.json`, 'utf8'));
  const renderPage = await loadPages(engine.pagesEntry);

  /** By the text of their file: reading one takes as long as rendering a page. */
  const read = new Map<string, DealerConfig>();

  /** The dealer of the tests with other settings, read as a dealer file is. */
  function configured(settings: Readonly<Record<string, unknown>> = {}): DealerConfig {
    const json = Object.entries(settings).reduce((at, [path, value]) => withSetting(at, path, value), sound);
    const content = JSON.stringify(json);
    const known = read.get(content);
    if (known) return known;
    const file = join(folder, `${SLUG}.json`);
    writeFileSync(file, content);
    const loaded = loadDealer(file);
    if ('problems' in loaded) throw new Error(loaded.problems.map(formatProblem).join('\n'));
    const dealer = { ...loaded.dealer, pictureWidths: PICTURE_WIDTHS };
    read.set(content, dealer);
    return dealer;
  }

  writeFileSync(join(folder, 'feed.csv'), stockFeed(stock));
  const dealer = configured();
  const env = readEnvironment({
    ...(await databasePlace(folder)),
    MEILI_HOST: engine.host,
    MEILI_KEY: engine.key,
    MEILI_INDEX: `switches-${randomUUID()}`,
    ...PATIENT_SERVER,
    SITE_SECRET: 'x'.repeat(32),
    // As if it sent e-mail; nothing is sent here.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'sites@forecourt.example',
    LOG_LEVEL: 'silent',
  });
  const services = await openServices({ env, dealers: [dealer], clock: fixedClock(NOW) });
  await importStock(services, dealer, { dealersDir: folder, force: true });
  await services.db
    .updateTable('vehicles')
    .set({ advertised: JSON.stringify(FALLEN_PRICE) })
    .where('identity', '=', 'stock:U1')
    .execute();
  await drainIndexChanges(services);

  /** Address of the page of a vehicle of the feed. */
  async function carPath(stocknum: string): Promise<string> {
    const vehicles = await services.db.selectFrom('vehicles').select(['slug', 'record']).execute();
    const found = vehicles.find(({ record }) => JSON.parse(record).stocknum === stocknum);
    if (!found) throw new Error(`No vehicle ${stocknum} in the feed of the switch tests`);
    return `/cars/${found.slug}`;
  }

  /**
   * @param address as shoppers know it, with its query; "car:U1" is the page of that vehicle of the feed
   * @param init of the request
   */
  async function render(
    address: string,
    settings?: Readonly<Record<string, unknown>>,
    init: RequestInit & { clientAddress?: string } = {},
  ): Promise<Rendered> {
    const path = address.startsWith('car:') ? await carPath(address.slice('car:'.length)) : address;
    const shown = configured(settings);
    const url = renderedAt(shown, path);
    if (url === undefined) return { status: 404, html: '', headers: {} };
    const { clientAddress, ...asked } = init;
    const host = `${SLUG}.localhost`;
    const request = new Request(`http://${host}${url}`, asked);
    const headers = Object.fromEntries(request.headers);
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const response = await renderPage(
      { method: request.method, url, host, headers, body },
      { dealer: shown, services, clientAddress },
    );
    if (!response) return { status: 404, html: '', headers: {} };
    return { status: response.status, html: response.body.toString(), headers: response.headers };
  }

  return {
    render,
    configured,
    services,
    /** The same feed, every vehicle written again. */
    async importAgain() {
      await services.db.updateTable('vehicles').set({ content_hash: '' }).execute();
      await importStock(services, dealer, { dealersDir: folder, force: true });
      await drainIndexChanges(services);
    },
    async close() {
      await services.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
