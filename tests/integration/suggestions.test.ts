import { brotliCompressSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { SuggestionsSchema } from '#src/features/search/api/search-endpoints.ts';
import { createVehicleSearch } from '#src/features/search/server/engine/vehicle-search.ts';
import { respondToSuggestions, stockNames } from '#src/features/search/server/respond-to-suggestions.ts';
import type { StockNames } from '#src/features/search/type-ahead/suggestions.ts';
import { stockTag } from '#src/platform/http/response-headers.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { KOOKABURRA, startSite } from '../fixtures/http-site.ts';
import { searchDocument } from '../fixtures/search-documents.ts';
import { fillSearchIndex } from '../fixtures/test-search-index.ts';

const NOW = new Date('2026-07-10T02:00:00Z');
const engine = () => ({ host: inject('meiliHost'), key: inject('meiliKey'), index: 'suggestions-test' });
const dealers = demoDealers();
const dealerNamed = (slug: string): DealerConfig => {
  const found = dealers.find((dealer) => dealer.slug === slug);
  if (!found) throw new Error(`No dealer ${slug}`);
  return found;
};
const riverbend = dealerNamed('riverbend');

const car = (make: string, model: string, more: object = {}) => ({
  ...{ make, model, make_model: `${make} ${model}`, status: 'in_stock', car_type: 'used', item_type: 'car' },
  ...{ show_on_dealer_website: true, year: 2020, body: 'suv', badge: null },
  ...more,
});
const cars = [
  car('Toyota', 'HiLux', { body: 'ute', badge: 'SR5' }),
  car('Toyota', 'HiLux', { body: 'ute', badge: 'SR5' }),
  car('Toyota', 'Kluger', { badge: 'GXL' }),
  car('Land Rover', 'Discovery'),
  car('Mercedes-Benz', 'C200', { body: 'hatch' }),
  car('Mercedes-Benz', 'A180', { body: 'hatchback' }),
  car('Hidden', 'Ghost', { show_on_dealer_website: false, badge: 'Phantom' }),
  car('Toyota', 'Kluger', { show_on_dealer_website: false }),
];
const documents = [
  ...cars.map((change, at) => searchDocument('riverbend', 700 + at, { now: NOW, change })),
  searchDocument('kookaburra-cars', 701, { now: NOW, change: car('Secretmake', 'Other') }),
];

const services = () => ({
  search: createVehicleSearch(engine()),
  clock: fixedClock(NOW.toISOString()),
  log: { error: () => {} } as never,
});
const namesOf = async (dealer: DealerConfig) =>
  (await (await respondToSuggestions(services(), dealer)).json()) as StockNames;

beforeAll(() => fillSearchIndex(engine(), documents));

describe('the names of a dealer’s stock', () => {
  it('SRCH-02 are makes, models, body types and badges with public counts', async () => {
    const names = await namesOf(riverbend);
    expect(v.safeParse(SuggestionsSchema, names).success).toBe(true);
    expect(names.makes).toEqual([
      {
        ...{ name: 'Toyota', count: 3 },
        models: [
          { name: 'HiLux', count: 2, also: ['hylux', 'hi lux'] },
          { name: 'Kluger', count: 1 },
        ],
      },
      {
        ...{ name: 'Mercedes-Benz', count: 2 },
        models: [
          { name: 'A180', count: 1 },
          { name: 'C200', count: 1 },
        ],
      },
      { name: 'Land Rover', count: 1, models: [{ name: 'Discovery', count: 1 }] },
    ]);
    expect(names.badges).toEqual([
      { name: 'SR5', count: 2 },
      { name: 'GXL', count: 1 },
    ]);
    expect(names.bodies.map(({ name, count, values }) => [name, count, values])).toEqual([
      ['Hatchback', 2, ['hatch', 'hatchback']],
      ['SUV', 2, ['suv']],
      ['Ute', 2, ['ute']],
    ]);
    expect(names.bodies.at(-1)?.also).toContain('pickup');
  });

  it('SRCH-02 are only of this dealer’s public stock', async () => {
    expect(JSON.stringify(await namesOf(riverbend))).not.toMatch(/Secretmake|Hidden|Ghost|Phantom/);
    const other = JSON.stringify(await namesOf(dealerNamed('kookaburra-cars')));
    expect(other).toContain('Secretmake');
    expect(other).not.toContain('Toyota');
  });

  it('SRCH-02 follow the stock rules of the dealer', async () => {
    const stock = { ...riverbend.stock, excludedMakes: ['toyota'] };
    expect((await namesOf({ ...riverbend, stock })).makes.map(({ name }) => name)).not.toContain('Toyota');
  });

  it('SRCH-02 with search.suggestions off there are none', async () => {
    const search = { ...riverbend.search, suggestions: false };
    const response = await respondToSuggestions(services(), { ...riverbend, search });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'no_suggestions' } });
  });

  it('SRCH-02 stay below 8 KB compressed, however much a dealer has', () => {
    const word = (at: number) => `${(at * 7919).toString(36)}x${(at * 104_729).toString(36)}`;
    const many = (count: number, named: (at: number) => string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [named(at), (at % 50) + 1]));
    const names = stockNames({
      make: many(200, (at) => `Make ${word(at)}`),
      model: many(1000, (at) => `Model ${word(at)}`),
      make_model: many(1000, (at) => `Make ${word(at % 200)} Model ${word(at)}`),
      badge: many(1000, word),
      body: { suv: 10 },
    });
    expect(names.makes.flatMap(({ models }) => models).length).toBeGreaterThan(100);
    expect(brotliCompressSync(JSON.stringify(names)).length).toBeLessThan(8 * 1024);
  });
});

describe('GET /api/suggestions', () => {
  let site: Awaited<ReturnType<typeof startSite>>;
  let renders = 0;
  beforeAll(async () => {
    site = await startSite(async () => {
      renders += 1;
      return Response.json({ renders });
    });
  });
  beforeEach(() => {
    renders = 0;
    for (const slug of ['riverbend', 'kookaburra-cars']) site.services.answers.pages.purge(stockTag(slug));
  });
  afterAll(() => site.stop());

  it('SRCH-02 is made once for each dealer until its stock changes, and 304 for a client that has it', async () => {
    const path = '/api/suggestions';
    const first = await site.ask({ path });
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    await site.ask({ path: `${path}?query=private` });
    const known = { 'If-None-Match': String(first.headers.etag) };
    expect(await site.ask({ path, headers: known })).toMatchObject({ status: 304, body: '' });
    expect(renders).toBe(1);
    await site.ask({ path, host: KOOKABURRA });
    expect(renders).toBe(2);
    site.services.answers.pages.purge(stockTag('riverbend'));
    expect(await site.ask({ path, headers: known })).toMatchObject({ status: 200 });
    expect(renders).toBe(3);
  });
});
