import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { SearchRequest } from '#src/features/search/api/search-schema.ts';
import { toSearchDocument } from '#src/features/search/index/to-search-document.ts';
import { PAGE_SIZE } from '#src/features/search/search-state.ts';
import { createDatabaseSearch } from '#src/features/search/server/engine/database-search.ts';
import { createVehicleSearch } from '#src/features/search/server/engine/vehicle-search.ts';
import { featuredStock, homeCards } from '#src/features/search/server/pages/page-stock.ts';
import { searchVehicles } from '#src/features/search/server/search-vehicles.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { type DemoStock, openDemoStock } from '../fixtures/demo-feed.ts';

const clock = fixedClock('2026-11-25T02:00:00Z');
const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'default-order-test' };
const SLUGS = [
  'riverbend',
  'kookaburra-cars',
  'ridgeline-isuzu',
  'aldermoor',
  'longpaddock-caravans',
  'limestone-motorcycles',
  'ironbark-trucks',
  'brightkey',
];

let demo: DemoStock;
beforeAll(async () => {
  demo = await openDemoStock(engine, clock);
});
afterAll(() => demo.close());

const request = (page: number, more: Partial<SearchRequest['params']> = {}): SearchRequest => ({
  indexName: 'custom_rank',
  params: {
    ...{ query: '', page, hitsPerPage: PAGE_SIZE, facets: [], facetFilters: [], numericFilters: [] },
    ...more,
  },
});

it('SRCH-15 every demo dealer is looked at', () => {
  expect(demo.dealers.map(({ slug }) => slug).sort()).toEqual([...SLUGS].sort());
});

it.each(SLUGS)('SRCH-15 the first page of %s has photos, the last vehicles have none', async (slug) => {
  const dealer = demo.dealer(slug);
  const stock = await presentVehicles(demo.services.db, slug);
  const ranked = new Set(stock.filter(({ custom_rank }) => custom_rank !== 0).map(({ id }) => id));
  const { db, tenants } = demo.services;
  for (const search of [createVehicleSearch(engine), createDatabaseSearch({ db, tenants, clock })]) {
    const services = { ...demo.services, search };
    const { results } = await searchVehicles(services, dealer, [request(0)]);
    const first = (results[0]?.hits ?? []).filter(({ id }) => !ranked.has(id));
    expect(results[0]?.hits).toHaveLength(PAGE_SIZE);
    expect(first.filter(({ photos_count }) => photos_count === 0)).toEqual([]);
    const all = await search.cards({
      within: { dealer: slug, conditions: [] },
      sort: ['custom_rank:desc', 'created_at_timestamp:desc'],
      limit: 2000,
    });
    const photoless = all.map((car) => car.photos_count === 0 && !ranked.has(car.id));
    expect(photoless.slice(photoless.indexOf(true)).every(Boolean)).toBe(true);
  }
});

it('SRCH-15 a vehicle without photos that the dealer ranks stands where the dealer says', async () => {
  const dealer = demo.dealer('riverbend');
  const stock = await presentVehicles(demo.services.db, 'riverbend');
  const photoless = stock.find(({ images, status }) => images.length === 0 && status === 'in_stock');
  if (!photoless) throw new Error('Every vehicle has photos');
  const rank = (custom_rank: number) =>
    toSearchDocument({ ...photoless, custom_rank }, dealer, clock).custom_rank;
  expect([rank(0), rank(100), rank(-5)]).toEqual([-1, 100, -5]);
});

it.each(['riverbend', 'kookaburra-cars', 'aldermoor'])(
  'SRCH-25 featured cars of %s are in stock, used, with more than one photo, six of them',
  async (slug) => {
    const cars = await featuredStock(demo.services, demo.dealer(slug), { usedOnly: true });
    expect(cars).toHaveLength(6);
    for (const { status, car_type, photos_count } of cars) {
      expect([status, car_type]).toEqual(['in_stock', 'used']);
      expect(photos_count).toBeGreaterThan(1);
    }
  },
);

it('FIN-18 the finance block of a home page has used cars that are not featured above it', async () => {
  const { featured, financed } = await homeCards(demo.services, demo.dealer('aldermoor'));
  expect(financed).toHaveLength(6);
  const ids = [...featured, ...financed].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(financed.map(({ car_type }) => car_type))).toEqual(new Set(['used']));
});
