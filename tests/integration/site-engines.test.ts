import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Meilisearch } from 'meilisearch';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { carSitemapXml } from '#src/features/content/server/seo/car-sitemap-xml.ts';
import { advertisedVehicles } from '#src/features/feeds/server/advertised-vehicles.ts';
import { featuredStock, homeStock } from '#src/features/search/server/pages/page-stock.ts';
import { searchInProcess } from '#src/features/search/server/pages/prepare-search.ts';
import { respondToSuggestions } from '#src/features/search/server/respond-to-suggestions.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { findVehiclePage } from '#src/features/vehicle/server/find-vehicle-page.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { type RunningMeilisearch, startMeilisearch } from '../../scripts/programs/meilisearch-program.ts';
import { respondToSearch } from '../fixtures/posted-search.ts';
import { feedOf, openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const clock = fixedClock('2026-07-10T02:00:00Z');
const INDEX = 'site-engines';
const KEY_NAME = 'DEALER_OWN_SEARCH_KEY';
const FEED = feedOf(
  'A1,Toyota,HiLux,2024,49990,9000',
  'A2,Mazda,CX-5,2023,35990,21000',
  'A3,Toyota,Corolla,2022,65000,30000',
);

let folder: string;
let second: RunningMeilisearch;
let site: StockSite;
let own: DealerConfig;
let shared: DealerConfig;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-second-engine-'));
  second = await startMeilisearch(folder);
  vi.stubEnv(KEY_NAME, second.key);
  site = await openStockSite(
    { host: inject('meiliHost'), key: inject('meiliKey'), index: INDEX },
    clock,
    'yard-shared',
  );
  shared = site.dealer;
  const search = { ...shared.search, host: second.host, key: KEY_NAME, index: 'own-yard' };
  own = { ...shared, slug: 'yard-own', search };
  for (const dealer of [own, shared]) await site.import(FEED, { dealer });
  site.services.tenants.replace({ dealers: [own, shared], leftOut: [] });
  await drainIndexChanges(site.services);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await site.close();
  await second.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ASKED = [{ indexName: 'vehicles', params: { query: '', facets: ['make'] } }];
const makesOf = async (services: Services, dealer: DealerConfig) =>
  (await searchInProcess(services, dealer)(ASKED)).results[0]?.facets.make;

it('CFG-06 a site with a search host, key and index of its own is indexed and searched there alone', async () => {
  const there = new Meilisearch({ host: second.host, apiKey: second.key });
  const dealersOf = async (client: Meilisearch, index: string) =>
    (await client.index(index).search('', { facets: ['dealer'] })).facetDistribution?.dealer;
  expect(await dealersOf(there, 'own-yard')).toEqual({ 'yard-own': 3 });
  const here = new Meilisearch({ host: inject('meiliHost'), apiKey: inject('meiliKey') });
  expect(await dealersOf(here, INDEX)).toEqual({ 'yard-shared': 3 });
  await there.index('own-yard').deleteDocuments({ filter: 'make = Mazda' }).waitTask();
  expect(await makesOf(site.services, own)).toEqual({ Toyota: 2 });
  expect(await makesOf(site.services, shared)).toEqual({ Toyota: 2, Mazda: 1 });
});

it('CFG-06 CFG-22 an own engine on this machine is not reached unless the operator allows it', async () => {
  const env = { ...site.services.env, FEED_HOSTS: [] };
  const services = await openServices({ env, dealers: [own], clock });
  expect(await makesOf(services, own)).toEqual({ Toyota: 2, Mazda: 1 });
  expect(services.engines.inUse(services.tenants.all)[0]?.engine.breaker.diverted()).toBe(1);
  await expect(drainIndexChanges(services)).rejects.toThrow('Meilisearch');
  await services.close();
});

it('CFG-06 while it is unavailable its site uses the database, and other sites their engine', async () => {
  const away = { ...own, search: { ...own.search, host: 'http://127.0.0.1:9' } };
  const services = await openServices({ env: site.services.env, dealers: [away, shared], clock });
  expect(await makesOf(services, away)).toEqual({ Toyota: 2, Mazda: 1 });
  expect(await makesOf(services, shared)).toEqual({ Toyota: 2, Mazda: 1 });
  expect(services.engineBreaker.diverted()).toBe(0);
  await site.import(feedOf('A1,Toyota,HiLux,2024,49990,9000'), {
    dealer: shared,
    into: services,
    force: true,
  });
  await expect(drainIndexChanges(services)).rejects.toThrow('Meilisearch');
  expect(await makesOf(services, shared)).toEqual({ Toyota: 1 });
  await services.close();
});

it('CFG-06 a site that moves to an engine of its own, or back, takes its stock along', async () => {
  const index = 'moved-yard';
  const search = { ...shared.search, host: second.host, key: KEY_NAME, index };
  const moved = { ...shared, slug: 'yard-moved' };
  await site.import(FEED, { dealer: moved });
  const drainAs = async (dealer: DealerConfig) => {
    const services = await openServices({ env: site.services.env, dealers: [dealer], clock });
    await drainIndexChanges(services);
    const makes = await makesOf(services, dealer);
    const left = await services.index.count(moved.slug);
    expect(services.engines.inUse(services.tenants.all)[0]?.engine.breaker.diverted()).toBe(0);
    await services.close();
    return { makes, left };
  };
  const makes = { Toyota: 2, Mazda: 1 };
  expect(await drainAs(moved)).toEqual({ makes, left: 3 });
  expect(await drainAs({ ...moved, search })).toEqual({ makes, left: 0 });
  expect(await drainAs(moved)).toEqual({ makes, left: 3 });
});

const FILTERS = { make: ['toyota'], price: ':50000' };

it.each(['engine', 'database'])(
  'SRCH-30 search_filters confine every search of a site, its pages, sitemap and feeds, by the %s',
  async (by) => {
    const filtered = { ...shared, slug: 'yard-filtered', search_filters: FILTERS };
    await site.import(FEED, { dealer: filtered });
    const env = { ...site.services.env, ...(by === 'database' && { MEILI_HOST: 'http://127.0.0.1:9' }) };
    const services = await openServices({ env, dealers: [filtered], clock });
    if (by === 'engine') await drainIndexChanges(services);
    expect(await makesOf(services, filtered)).toEqual({ Toyota: 1 });
    const advertised = await advertisedVehicles(services, filtered);
    expect(advertised.map(({ vehicle }) => vehicle.stocknum)).toEqual(['A1']);
    const sitemap = await carSitemapXml(services, {
      dealer: filtered,
      origin: 'https://x.example',
      part: undefined,
    });
    expect(sitemap?.match(/\/cars\/[^<]+/g)).toHaveLength(1);
    for (const { stocknum, slug } of await presentVehicles(services.db, filtered.slug))
      expect([stocknum, (await findVehiclePage(services, filtered, slug)).kind]).toEqual([
        stocknum,
        stocknum === 'A1' ? 'listed' : 'unknown',
      ]);
    expect((await homeStock(services, filtered)).makes.map(({ count }) => count)).toEqual([1]);
    expect((await featuredStock(services, filtered)).filter(({ make }) => make === 'Mazda')).toEqual([]);
    expect(await (await respondToSuggestions(services, filtered)).text()).not.toContain('Mazda');
    const hostile = [
      { facetFilters: [['make:Mazda']] },
      { facetFilters: [['make:Toyota', 'make:Mazda']] },
      { facetFilters: ['make:Toyota"] OR dealer = "yard-shared'] },
      { numericFilters: ['price>=50001'] },
      { filters: 'make:Mazda', filter: 'make = Mazda' },
      { query: 'mazda' },
      { query: 'A2' },
      { search_filters: {} },
    ];
    for (const params of hostile) {
      const requests = [{ indexName: 'vehicles', params: { query: '', facets: ['make'], ...params } }];
      const body = JSON.stringify({ requests, search_filters: { make: ['Mazda'] } });
      const response = await respondToSearch(
        services,
        filtered,
        new Request('http://x/api/search', { method: 'POST', body }),
      );
      const text = await response.text();
      expect([params, text.includes('CX-5'), text.includes('Corolla')]).toEqual([params, false, false]);
    }
    await services.close();
  },
);
