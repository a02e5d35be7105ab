import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabaseSearch } from '#src/features/search/server/engine/database-search.ts';
import { createVehicleSearch } from '#src/features/search/server/engine/vehicle-search.ts';
import { featuredStock } from '#src/features/search/server/pages/page-stock.ts';
import { searchParts } from '#src/features/search/server/pages/search-parts.ts';
import { respondToSuggestions } from '#src/features/search/server/respond-to-suggestions.ts';
import { searchVehicles } from '#src/features/search/server/search-vehicles.ts';
import { createStockVocabulary } from '#src/features/search/server/stock-vocabulary.ts';
import { decodeSearch } from '#src/features/search/url/url-codec.ts';
import { findVehiclePage } from '#src/features/vehicle/server/find-vehicle-page.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { DEMO_PARTS } from '../../scripts/demo-stock/parts.data.ts';
import { type DemoStock, openDemoStock } from '../fixtures/demo-feed.ts';

const clock = fixedClock('2026-11-25T02:00:00Z');
const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'parts-test' };
const SLUG = 'ironbark-trucks';

let demo: DemoStock;
beforeAll(async () => {
  demo = await openDemoStock(engine, clock, [SLUG, 'limestone-motorcycles']);
});
afterAll(() => demo.close());

describe.each(['engine', 'database'] as const)('parts by the %s', (where) => {
  const services = () => {
    const { db, tenants } = demo.services;
    const search =
      where === 'engine' ? createVehicleSearch(engine) : createDatabaseSearch({ db, tenants, clock });
    return { ...demo.services, search, vocabulary: createStockVocabulary(search, clock) };
  };
  const find = async (address: string, slug = SLUG) => {
    const found = await searchParts(
      services(),
      demo.dealer(slug),
      decodeSearch(new URLSearchParams(address)),
    );
    if (!found) throw new Error('Parts cannot be searched');
    return found;
  };

  it('CFG-13 the demo dealer’s parts are stock, with name, number, what they fit, condition and price', async () => {
    const { count, parts, choices } = await find('');
    expect(count).toBe(DEMO_PARTS.length);
    const [name, number, make, model, , dollars, car_type] = DEMO_PARTS[0] ?? [];
    const first = parts.find(({ badge }) => badge === number);
    expect(first).toMatchObject({
      title: name,
      make,
      model,
      car_type,
      pricing: { price: (dollars ?? 0) * 100 },
    });
    expect(choices.make.map(({ value }) => value).sort()).toEqual(
      [...new Set(DEMO_PARTS.map(([, , each]) => each))].sort(),
    );
  });

  it.each([
    ['query=8-98165071-0', ['Oil filter']],
    ['query=turbocharger', ['Turbocharger']],
    ['query=oil+filter&make=Hino', ['Oil filter']],
    ['model=Canter+615&car_type=new', ['Fuel filter', 'Brake drum, rear']],
    ['price=2000:', ['Bull bar, steel', 'Turbocharger']],
    ['car_type=used&price=:200', ['Tail light, left']],
    ['query=hilux', []],
  ])('CFG-13 "%s" finds what is meant', async (address, names) => {
    const { parts } = await find(address);
    expect(parts.map(({ title }) => title).sort()).toEqual([...names].sort());
  });

  it('CFG-13 a dealer whose feed lists none has none, and no other dealer’s', async () => {
    expect(await find('', 'limestone-motorcycles')).toMatchObject({ count: 0, parts: [] });
  });

  it('CFG-13 searches of vehicles never show parts, whatever they ask', async () => {
    const dealer = demo.dealer(SLUG);
    const ask = async (query: string, facetFilters: string[][] = []) => {
      const params = {
        query,
        page: 0,
        hitsPerPage: 21,
        facets: ['item_type' as const],
        facetFilters,
        numericFilters: [],
      };
      const [found] = (await searchVehicles(services(), dealer, [{ indexName: 'custom_rank', params }]))
        .results;
      return found;
    };
    for (const query of ['', 'oil filter', '8-98165071-0', 'turbocharger', 'PT0001', 'part']) {
      const found = await ask(query);
      expect((found?.hits ?? []).map(({ item_type }) => item_type)).not.toContain('part');
      expect(found?.facets.item_type ?? {}).not.toHaveProperty('part');
    }
    expect(await ask('', [['item_type:part']])).toMatchObject({ nbHits: 0 });
    const shown = await featuredStock(services(), dealer);
    expect(shown.map(({ item_type }) => item_type)).not.toContain('part');
    const names = await (await respondToSuggestions(services(), dealer)).text();
    expect(names).not.toContain('8-98165071-0');
  });
});

it('CFG-13 a part has no page of a vehicle', async () => {
  const stock = await presentVehicles(demo.services.db, SLUG);
  const part = stock.find(({ item_type }) => item_type === 'part');
  const truck = stock.find(({ item_type, status }) => item_type === 'truck' && status === 'in_stock');
  if (!part || !truck) throw new Error('No such stock');
  const page = (slug: string) => findVehiclePage(demo.services, demo.dealer(SLUG), slug);
  expect((await page(truck.slug)).kind).not.toBe((await page(part.slug)).kind);
});
