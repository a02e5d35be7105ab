import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { createVehicleSearch } from '#src/features/search/server/engine/vehicle-search.ts';
import { homeSearch } from '#src/features/search/server/pages/home-search.ts';
import { linkedStock } from '#src/features/search/server/pages/linked-stock.ts';
import { featuredStock, homeStock } from '#src/features/search/server/pages/page-stock.ts';
import { prepareSearch, searchInProcess } from '#src/features/search/server/pages/prepare-search.ts';
import { respondToSuggestions } from '#src/features/search/server/respond-to-suggestions.ts';
import { isSearchUnavailable } from '#src/features/search/server/search-failure.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { startMeilisearch } from '../../scripts/programs/meilisearch-program.ts';
import { respondToSearch } from '../fixtures/posted-search.ts';
import { searchDocuments } from '../fixtures/search-documents.ts';
import { feedOf, openStockSite, type StockSite } from '../fixtures/stock-site.ts';
import { fillSearchIndex } from '../fixtures/test-search-index.ts';

const clock = fixedClock('2026-07-10T02:00:00Z');
const INDEX = 'outage';
const ASKED = [{ indexName: 'vehicles', params: { query: 'hilux', facets: ['make', 'price'] } }];

let site: StockSite;
let frozen: Server;
beforeAll(async () => {
  site = await openStockSite(
    { host: inject('meiliHost'), key: inject('meiliKey'), index: INDEX },
    clock,
    'yard-out',
  );
  await site.import(feedOf('A1,Toyota,HiLux,2024,49990,9000', 'A2,Mazda,CX-5,2023,35990,21000'));
  await site.services.index.ensure();
  await drainIndexChanges(site.services);
  // Takes connections and never says a word, as a process that hangs.
  frozen = createServer(() => undefined);
  await new Promise<void>((resolve) => frozen.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  frozen.close();
  await site.close();
});

/** The same database, opened by a server that has just started and has only ever seen this engine. */
async function restarted(host: string): Promise<Services> {
  return openServices({
    env: { ...site.services.env, MEILI_HOST: host, SEARCH_TIMEOUT_MS: 700, LOG_LEVEL: 'silent' },
    dealers: [site.dealer],
    clock,
  });
}

const address = () => {
  const at = frozen.address();
  return `http://127.0.0.1:${at && typeof at === 'object' ? at.port : 0}`;
};

describe.each([
  ['is stopped', () => 'http://127.0.0.1:9'],
  ['hangs', address],
])('ERR-01 a server started while the engine %s', (_, host) => {
  it('shows cars, searches them, counts them and has their pages', async () => {
    const services = await restarted(host());
    await services.engineBreaker.check();
    const { results } = await searchInProcess(services, site.dealer)(ASKED);
    expect(results[0]).toMatchObject({ nbHits: 1, facets: { make: { Toyota: 1 } } });
    expect(results[0]?.hits[0]?.name).toContain('HiLux');
    const search = await homeSearch(services, site.dealer, toPublicConfig(site.dealer));
    expect(search).toMatchObject({ total: 2, pickers: [{ name: 'make' }, { name: 'model' }] });
    const { makes } = await homeStock(services, site.dealer);
    expect(makes.map(({ text, count }) => [text, count])).toEqual([
      ['Mazda', 1],
      ['Toyota', 1],
    ]);
    const link = { limit: 1, sort: 'latest' } as const;
    expect(await linkedStock(services, site.dealer, '/search/toyota', link)).toMatchObject({
      count: 1,
      cars: [{}],
    });
    expect(await featuredStock(services, site.dealer)).toEqual([]);
    const page = await prepareSearch(services, site.dealer, 'mazda', new URLSearchParams());
    expect(page).toMatchObject({ kind: 'search', scope: { lists: { make: ['Mazda'] } } });
    expect(services.engineBreaker.isOpen()).toBe(true);
    await services.close();
  });
});

it('ERR-01 a database that fails as well is an outage, and no fault of the page', async () => {
  const services = await restarted('http://127.0.0.1:9');
  await services.engineBreaker.check();
  await services.db.destroy();
  const post = new Request('http://x/api/search', {
    method: 'POST',
    body: JSON.stringify({ requests: ASKED }),
  });
  const answer = await respondToSearch(services, site.dealer, post);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: { code: 'search_unavailable' } });
  expect((await respondToSuggestions(services, site.dealer)).status).toBe(503);
  expect(await homeSearch(services, site.dealer, toPublicConfig(site.dealer))).toMatchObject({ total: null });
  expect(await homeStock(services, site.dealer)).toEqual({ bodies: [], makes: [] });
  const page = prepareSearch(services, site.dealer, 'mazda', new URLSearchParams('query=suv'));
  await expect(page).rejects.toSatisfy(isSearchUnavailable);
  services.engineBreaker.stop();
});

it('ERR-01 the first word of any script is answered in time by an engine that has just started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-cold-engine-'));
  const cold = await startMeilisearch(folder);
  try {
    const engine = { host: cold.host, key: cold.key, index: 'cold' };
    await fillSearchIndex(engine, searchDocuments('yard-out', 20, clock.now()));
    const search = createVehicleSearch(engine);
    await search.probe();
    const within = { dealer: 'yard-out', conditions: [] };
    const plain = { sort: [], page: 0, hitsPerPage: 21, facets: [], facetFilters: [], numericFilters: [] };
    // What the probe asked for may still be loading.
    await wait(1500);
    for (const query of ['hilux', '丰田', 'トヨタ', '토요타', 'รถยนต์', 'סיור', '🚗']) {
      const [found] = await search.instant([{ ...plain, query }], within);
      expect(found?.query, query).toBe(query);
    }
  } finally {
    await cold.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('ERR-01 an index that has vanished is no outage for a shopper', async () => {
  const services = await openServices({
    env: { ...site.services.env, MEILI_INDEX: 'never-made', LOG_LEVEL: 'silent' },
    dealers: [site.dealer],
    clock,
  });
  const { results } = await searchInProcess(services, site.dealer)(ASKED);
  expect(results[0]?.nbHits).toBe(1);
  await services.close();
});

it('ERR-01 while the engine works it responds', async () => {
  const { services } = site;
  await searchInProcess(services, site.dealer)(ASKED);
  expect(services.engineBreaker.diverted()).toBe(0);
});
