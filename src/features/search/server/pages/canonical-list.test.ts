import { expect, it } from 'vitest';
import { ALL_STOCK_PATH, indexing, normaliseToStock, readSearch } from '#src/features/search/search-scope.ts';
import { configured } from '../../../../../tests/fixtures/configured.ts';
import { canonicalScope } from './prepare-search.ts';

const COUNTS = {
  make: { Toyota: 3 },
  model: { HiLux: 2 },
  car_type: { used: 3 },
  body: { hatchback: 2, ute: 1 },
};
const vocabulary = { makes: async () => ({ Toyota: 3 }), models: async () => ({ HiLux: 2 }) };
const services = { vocabulary } as unknown as Parameters<typeof canonicalScope>[0];
const ALL = { path: ALL_STOCK_PATH, lists: {} };
const TOYOTA = { path: '/search/toyota', lists: { make: ['Toyota'] } };

async function canonical(search: string, scope: typeof ALL = ALL) {
  const state = readSearch(new URLSearchParams(search), scope);
  const { stocked, hasUnknown } = normaliseToStock(state, scope, COUNTS);
  const found = indexing(stocked, await canonicalScope(services, configured(), stocked, scope));
  return [found.canonical, found.noindex || hasUnknown];
}

it.each(['make=Toyota', 'make=toyota', 'make=TOYOTA', 'make=toyota&make=Toyota'])(
  'NAV-16 the canonical address of ?%s is the path of the make',
  async (search) => {
    expect(await canonical(search)).toEqual(['/search/toyota', false]);
  },
);

it('NAV-16 a list has one canonical address, whichever path it is read from', async () => {
  expect(await canonical('car_type=used')).toEqual(['/search/used-cars', false]);
  expect(await canonical('make=toyota&model=hilux')).toEqual(['/search/toyota/hilux', false]);
  expect(await canonical('model=HiLux', TOYOTA)).toEqual(['/search/toyota/hilux', false]);
  expect(await canonical('car_type=used', TOYOTA)).toEqual(['/search/used-cars?make=Toyota', false]);
  expect(await canonical('body=hatch')).toEqual(await canonical('body=hatchback'));
});

it.each(['price=:15001', 'price=15001:', 'year=2019:2020', 'km=:40000'])(
  'NAV-16 a list by free numbers is not indexed: %s',
  async (search) => {
    expect(await canonical(search)).toEqual([ALL_STOCK_PATH, true]);
  },
);

it('NAV-16 a value that no vehicle has is in no title, and its list is not indexed', () => {
  const state = readSearch(new URLSearchParams('make=Buy+cheap+watches&body=ute'), ALL);
  const { stocked, hasUnknown } = normaliseToStock(state, ALL, COUNTS);
  expect(stocked.lists).toEqual({ body: ['ute'] });
  expect(hasUnknown).toBe(true);
  expect(normaliseToStock(readSearch(new URLSearchParams(), TOYOTA), TOYOTA, {}).stocked.lists).toEqual(
    TOYOTA.lists,
  );
});
