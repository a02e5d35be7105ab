import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { searchInProcess } from '#src/features/search/server/pages/prepare-search.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { copyToEngine } from '#src/features/stock/server/indexing/request-move.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { engineFacts } from '#src/server/status/engine-facts.ts';
import { judgeEngines } from '#src/server/status/engine-view.ts';
import { gatherStatus } from '#src/server/status/gather-status.ts';
import { healthChecks } from '#src/server/status/health.ts';
import { createMetrics } from '#src/server/status/metrics.ts';
import { type RunningMeilisearch, startMeilisearch } from '../../scripts/programs/meilisearch-program.ts';
import { feedOf, openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const clock = { now: () => new Date('2026-07-10T02:00:00Z') };
const FEED = feedOf('A1,Toyota,HiLux,2024,49990,9000', 'A2,Mazda,CX-5,2023,35990,21000');
const SHARED_DEALERS = ['shared-one', 'shared-two'];
const EAST_DEALERS = ['east-one', 'east-two', 'east-three'];

let folder: string;
let east: RunningMeilisearch;
let site: StockSite;
let services: Services;
let logged = '';
const dealerOf = (slug: string): DealerConfig => ({ ...site.dealer, slug });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-east-'));
  east = await startMeilisearch(folder);
  const shared = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'engine-outage' };
  site = await openStockSite(shared, clock, 'yard');
  const named = { name: 'east', host: east.host, key: east.key, searchKey: '' };
  services = await openServices({
    env: { ...site.services.env, MEILI_ENGINES: [named], LOG_LEVEL: 'warn' },
    dealers: [...SHARED_DEALERS, ...EAST_DEALERS].map(dealerOf),
    clock,
    logTo: {
      write(line) {
        logged += line;
      },
    },
  });
  for (const { slug } of services.tenants.all) await site.import(FEED, { dealer: { slug }, into: services });
  await drainIndexChanges(services);
  for (const slug of EAST_DEALERS) await copyToEngine(services, dealerOf(slug), 'east', {});
});
afterAll(async () => {
  await services.close();
  await site.close();
  await east.stop();
  rmSync(folder, { recursive: true, force: true });
});

const found = async (slug: string) => {
  const ask = searchInProcess(services, dealerOf(slug));
  const { results } = await ask([{ indexName: 'vehicles', params: { query: 'mazda', facets: ['make'] } }]);
  return { hits: results[0]?.nbHits, makes: results[0]?.facets.make, source: results[0]?.source };
};
const allFound = async (slugs: readonly string[]) => {
  const results: unknown[] = [];
  for (const slug of slugs) results.push(await found(slug));
  return results;
};
const factsNow = () =>
  gatherStatus({
    ...{ db: services.db, clock, dealers: services.tenants.all, leftOut: [], folders: [] },
    releaseOf: () => undefined,
    isEdited: () => undefined,
    hasCdn: false,
    engines: () => engineFacts(services),
    server: async () => ({ kind: 'alive' }),
  });
const metricsNow = async () =>
  (await createMetrics(services, factsNow, { isStopping: () => false, waiting: () => [] }).read()).text;

it('PLAT-55 dealers of an engine that is killed are searched in the database, those of the other by it, as before', async () => {
  const ROUNDS = 20;
  const before = await allFound([...SHARED_DEALERS, ...EAST_DEALERS]);
  expect(new Set(before.map((each) => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify({ hits: 1, makes: { Mazda: 1 }, source: 'engine' })]),
  );
  process.kill(east.pid, 'SIGKILL');
  await east.ended;
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await allFound(EAST_DEALERS)).toEqual(
      EAST_DEALERS.map(() => ({ hits: 1, makes: { Mazda: 1 }, source: 'database' })),
    );
    expect(await allFound(SHARED_DEALERS)).toEqual(before.slice(0, SHARED_DEALERS.length));
  }
  await expect.poll(() => services.engines.named('east')?.breaker.isOpen()).toBe(true);
  const { breaker } = services.engines.shared;
  expect([breaker.isOpen(), breaker.diverted()]).toEqual([false, 0]);
  expect(EAST_DEALERS.map(services.engines.isUnavailable)).toEqual([true, true, true]);
  expect(SHARED_DEALERS.map(services.engines.isUnavailable)).toEqual([false, false]);
});

it('PLAT-55 stock of the other dealers is still indexed, and theirs waits', async () => {
  const slugs = [SHARED_DEALERS[0], EAST_DEALERS[0]] as const;
  for (const slug of slugs)
    await site.import(feedOf('A2,Mazda,CX-5,2023,33000,21000'), {
      ...{ dealer: { slug: slug ?? '' }, into: services, force: true },
    });
  await expect(drainIndexChanges(services)).rejects.toThrow('the address of "east" in MEILI_ENGINES');
  expect(await services.index.count('shared-one')).toBe(1);
  const [shared, named] = (await engineFacts(services)).toSorted((a, b) => (a.name < b.name ? 1 : -1));
  expect(shared).toMatchObject({ name: 'shared', dealers: 2, isAvailable: true, vehicles: 9, diverted: 0 });
  expect(named).toMatchObject({
    name: 'east',
    dealers: 3,
    isAvailable: false,
    vehicles: undefined,
    waiting: 2,
  });
});

it('PLAT-55 status, health, metrics and log name the engine, and neither its address nor its key', async () => {
  const { engines, at } = await factsNow();
  const [red, ...more] = judgeEngines(engines, at).filter(({ level }) => level === 'red');
  expect(more).toEqual([]);
  expect(red).toMatchObject({
    about: 'search engine east',
    what: 'Meilisearch is unavailable; searches of 3 dealers use the database.',
  });
  expect(await healthChecks(services).inFull()).toMatchObject({ status: 'degraded', search: 'database' });
  const metrics = await metricsNow();
  expect(metrics).toContain('forecourt_search_engine_available{engine="east"} 0');
  expect(metrics).toContain('forecourt_search_engine_available{engine="shared"} 1');
  expect(metrics).toContain('forecourt_search_engine_dealers{engine="east"} 3');
  expect(metrics).toContain('forecourt_search_engine_backlog_vehicles{engine="east"} 2');
  expect(metrics).toMatch(/forecourt_searches_diverted_total\{engine="east"\} [1-9]/);
  expect(metrics).toContain('forecourt_searches_diverted_total{engine="shared"} 0');
  expect(JSON.parse(logged.split('\n')[0] ?? '')).toMatchObject({
    engine: 'east',
    msg: 'search engine unavailable, using the database',
  });
  for (const text of [metrics, JSON.stringify(engines), logged]) {
    expect(text).not.toContain(new URL(east.host).port);
    expect(text).not.toContain(east.key);
  }
});
