import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createVehicleSearch } from '#src/features/search/server/engine/vehicle-search.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'cab-search' };
const clock: Clock = { now: () => new Date('2026-03-01T00:00:00Z') };
let site: StockSite;

beforeEach(async () => {
  site = await openStockSite(engine, clock, 'cab-yard');
  await site.services.index.ensure();
});
afterEach(() => site.close());

it('SRCH-02 "dual cab" finds the ute whose cab type the dealer file maps to a body', async () => {
  const feed = [
    'stocknum,make,model,year,simple_body',
    'A1,Toyota,HiLux,2021,Dual Cab Utility',
    'A2,Ford,Ranger,2020,Single Cab Utility',
    'A3,Mazda,Mazda3,2019,Sedan',
  ].join('\n');
  const values = { simple_body: { 'Dual Cab Utility': 'ute', 'Single Cab Utility': 'ute' } };
  expect(await site.import(feed, { feed: { values } })).toMatchObject({ stored: 3, problems: [] });
  await drainIndexChanges(site.services);
  const search = createVehicleSearch(engine);
  const found = async (query: string) => {
    const bounds = { sort: [], page: 0, hitsPerPage: 10, facets: [], facetFilters: [], numericFilters: [] };
    const [result] = await search.instant([{ ...bounds, query }], {
      dealer: site.dealer.slug,
      conditions: [],
    });
    return result?.hits.map(({ make, model, body }) => `${make} ${model}, ${body}`);
  };
  // Every car with one of the words may follow; the one with both comes first.
  for (const query of ['dual cab', 'Dual Cab ute', 'crew cab']) {
    expect((await found(query))?.[0], query).toBe('Toyota HiLux, ute');
  }
  expect(await found('dual')).toEqual(['Toyota HiLux, ute']);
});
