import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FACET_NAMES, type FacetName } from '#src/config/sections/stock/search-section.ts';
import { createDatabaseSearch } from '#src/features/search/server/engine/database-search.ts';
import {
  createVehicleSearch,
  type InstantQuery,
  type VehicleSearch,
} from '#src/features/search/server/engine/vehicle-search.ts';
import { searchVehicles } from '#src/features/search/server/search-vehicles.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { stockScope } from '#src/features/stock/visible-stock.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const clock = fixedClock('2026-07-10T02:00:00Z');
const engine = () => ({ host: inject('meiliHost'), key: inject('meiliKey'), index: 'search-database' });

const COLUMNS =
  'stocknum,make,model,badge,year,price,subscription_price,km,simple_body,simple_fuel,colour,seats,status,custom_rank,certified';
const row = fc.record({
  car: fc.constantFrom(
    'Toyota,HiLux,SR5',
    'Toyota,Corolla,',
    'Mazda,CX-5,Touring',
    'Kia,Cerato,S',
    'BMW,X5,',
  ),
  year: fc.integer({ min: 2014, max: 2026 }),
  price: fc.oneof(fc.constant(''), fc.integer({ min: 4_000, max: 120_000 })),
  weekly: fc.oneof(fc.constantFrom('', '0'), fc.integer({ min: 90, max: 400 })),
  km: fc.integer({ min: 0, max: 250_000 }),
  body: fc.constantFrom('suv', 'ute', 'sedan', 'hatch', ''),
  fuel: fc.constantFrom('Petrol', 'Diesel', 'Hybrid', ''),
  colour: fc.constantFrom('White', 'Red', 'Blue', ''),
  seats: fc.constantFrom('2', '5', '7', ''),
  status: fc.constantFrom('in_stock', 'in_stock', 'coming_soon', 'sold'),
  rank: fc.integer({ min: 0, max: 5 }),
  certified: fc.constantFrom('true', 'false'),
});
const rows = fc
  .sample(row, { numRuns: 250, seed: 11 })
  .map((r, n) =>
    [
      `S${n}`,
      r.car,
      r.year,
      r.price,
      r.weekly,
      r.km,
      r.body,
      r.fuel,
      r.colour,
      r.seats,
      r.status,
      r.rank,
      r.certified,
    ].join(','),
  );

let site: StockSite;
beforeAll(async () => {
  site = await openStockSite(engine(), clock, 'yard-db');
  await site.import([COLUMNS, ...rows].join('\n'));
  await site.services.index.ensure();
  await drainIndexChanges(site.services);
});
afterAll(() => site.close());

const both = () => ({
  database: createDatabaseSearch(site.services),
  engine: createVehicleSearch(engine()),
});

const group = (name: string, values: readonly string[]) =>
  fc.subarray([...values], { minLength: 1 }).map((chosen) => chosen.map((value) => `${name}:${value}`));
const anyQuery: fc.Arbitrary<InstantQuery> = fc.record({
  sort: fc.constantFrom(
    [],
    ['price:asc'],
    ['price:desc'],
    ['subscription_price:asc', 'price:asc'],
    ['custom_rank:desc'],
    ['created_at_timestamp:desc'],
  ),
  query: fc.constantFrom('', '', 'toyota', 'cx-5', 'bmw x5', 'hil', 'no such words here'),
  page: fc.nat(3),
  hitsPerPage: fc.constantFrom(0, 7, 21),
  facets: fc.subarray(FACET_NAMES.filter((name) => name !== 'created_at_timestamp')),
  facetFilters: fc
    .tuple(
      fc.option(group('make', ['Toyota', 'toyota', 'Mazda', 'Kia', 'Lada']), { nil: undefined }),
      fc.option(group('body', ['suv', 'ute', 'hatch']), { nil: undefined }),
      fc.option(group('certified', ['true', 'false']), { nil: undefined }),
    )
    .map((groups) => groups.filter((one) => one !== undefined)),
  numericFilters: fc.subarray<string | string[]>([
    ['subscription_price>=1', 'price>=1'],
    ['subscription_price>=200', 'price<=30000'],
    'price>=20000',
    'price<=60000',
    'year>=2019',
    'km<=90000',
    'weekly_price<=140',
  ]),
});

/** Facets whose counts have no values are left out: an absent value and none are the same to a shopper. */
const filled = (facets: Record<string, Record<string, number>>) =>
  Object.fromEntries(Object.entries(facets).filter(([, counts]) => Object.keys(counts).length > 0));
const ranges = (stats: Record<string, { min: number; max: number }>) =>
  Object.fromEntries(Object.entries(stats).map(([name, { min, max }]) => [name, { min, max }]));

describe('ERR-01 the database responds like the engine', () => {
  it('SRCH-04 with the same number of cars, pages, facet counts and ranges, for any query', async () => {
    const { database, engine: real } = both();
    const within = stockScope(site.dealer, clock);
    await fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        const [[ours], [theirs]] = await Promise.all([
          database.instant([query], within),
          real.instant([query], within),
        ]);
        if (!ours || !theirs) throw new Error('No answer');
        expect(ours.nbHits).toBe(theirs.nbHits);
        expect(ours.hits).toHaveLength(theirs.hits.length);
        expect(ours.nbPages).toBe(theirs.nbPages);
        expect(filled(ours.facets)).toEqual(filled(theirs.facets));
        expect(ranges(ours.facets_stats)).toEqual(ranges(theirs.facets_stats));
      }),
      { numRuns: 150 },
    );
  });

  it('SRCH-15 SRCH-252 in the same order, and with the same card for each car', async () => {
    const { database, engine: real } = both();
    const within = stockScope(site.dealer, clock);
    for (const sort of [['price:asc'], ['price:desc'], ['custom_rank:desc', 'price:asc']]) {
      const ours = await database.cards({ within, sort, limit: 300 });
      const theirs = await real.cards({ within, sort, limit: 300 });
      expect(ours.map((car) => [car.pricing.price, car.status === 'sold'])).toHaveLength(theirs.length);
      const price = ({ pricing }: { pricing: { price: number | null } }) => pricing.price;
      expect(ours.map(price)).toEqual(theirs.map(price));
      const byId = <T extends { id: string }>(cars: readonly T[]) =>
        [...cars].sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(byId(ours)).toEqual(byId(theirs));
    }
  });

  it('SRCH-15 CFG-16 a subscription site is sorted by the price a week, and hides only unpriced cars', async () => {
    const { database, engine: real } = both();
    const dealer = { ...site.dealer, subscription: true };
    const indexName = 'price_asc' as const;
    const params = { query: '', page: 0, hitsPerPage: 300, facets: [], facetFilters: [], numericFilters: [] };
    const pricesBy = async (search: VehicleSearch) => {
      const { results } = await searchVehicles({ ...site.services, search }, dealer, [{ indexName, params }]);
      return results.flatMap(({ hits }) => hits.map(({ pricing }) => pricing));
    };
    const [ours, theirs] = [await pricesBy(database), await pricesBy(real)];
    const amounts = theirs.map(({ subscription_price, price }) => [subscription_price || null, price]);
    expect(ours.map(({ subscription_price, price }) => [subscription_price || null, price])).toEqual(amounts);
    const weekly = amounts.flatMap(([week]) => (week === null ? [] : [week ?? 0]));
    const priced = amounts.slice(weekly.length).map(([, price]) => price ?? 0);
    expect(weekly.length).toBeGreaterThan(50);
    expect(weekly).toEqual(amounts.slice(0, weekly.length).map(([week]) => week));
    expect(weekly).toEqual([...weekly].sort((a, b) => a - b));
    expect(priced.length).toBeGreaterThan(10);
    expect(priced).toEqual([...priced].sort((a, b) => a - b));
    expect(priced).not.toContain(0);
  });

  it('SRCH-04 facet counts are the same for whole scopes', async () => {
    const { database, engine: real } = both();
    const names: FacetName[] = ['make', 'body', 'fuel'];
    const within = stockScope(site.dealer, clock, [{ field: 'make', among: ['toyota'] }]);
    expect(await database.facetCounts(within, names)).toEqual(await real.facetCounts(within, names));
  });
});

it('PLAT-02 the database too shows a dealer only its own cars', async () => {
  const other = stockScope({ ...site.dealer, slug: 'another-yard' }, clock);
  expect(await both().database.cards({ within: other, sort: [], limit: 10 })).toEqual([]);
});

it('PLAT-03 an import is visible in the database’s responses immediately', async () => {
  const { database } = both();
  const within = stockScope(site.dealer, clock);
  const count = async () => (await database.cards({ within, sort: [], limit: 500 })).length;
  const before = await count();
  await site.import(
    [COLUMNS, ...rows, 'S900,Lada,Niva,,2022,9990,,10,suv,Petrol,Red,5,in_stock,1,false'].join('\n'),
  );
  expect(await count()).toBe(before + 1);
  await site.import([COLUMNS, ...rows].join('\n'));
  expect(await count()).toBe(before);
});
