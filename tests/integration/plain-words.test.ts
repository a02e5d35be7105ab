import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { createVehicleSearch } from '#src/features/search/server/engine/vehicle-search.ts';
import { createLocator } from '#src/features/search/server/locate-place.ts';
import { prepareSearch, searchInProcess } from '#src/features/search/server/pages/prepare-search.ts';
import { createStockVocabulary } from '#src/features/search/server/stock-vocabulary.ts';
import { respondToWords } from '#src/features/search/server/understand-query.ts';
import { openSqlite } from '#src/platform/database/engines/sqlite.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { searchDocument } from '../fixtures/search-documents.ts';
import { fillSearchIndex } from '../fixtures/test-search-index.ts';

const NOW = new Date('2026-07-10T02:00:00Z');
const clock = fixedClock(NOW.toISOString());
const INDEX = 'plain-words-test';
const dealers = demoDealers();
const dealerNamed = (slug: string): DealerConfig => {
  const found = dealers.find((dealer) => dealer.slug === slug);
  if (!found) throw new Error(`No dealer ${slug}`);
  return found;
};
const riverbend = dealerNamed('riverbend');
const kookaburra = dealerNamed('kookaburra-cars');

const car = (at: number, make: string, model: string, more: object = {}) => ({
  make,
  model,
  make_model: `${make} ${model}`,
  name: `2020 ${make} ${model}`,
  status: 'in_stock',
  car_type: 'used',
  item_type: 'car',
  show_on_dealer_website: true,
  year: 2020,
  price: 25_000 + at,
  km: 50_000,
  body: 'suv',
  fuel: 'Petrol',
  transmission: 'Automatic',
  seats: 5,
  badge: null,
  colour: 'White',
  city: 'Springwood',
  ...more,
});

const cars = [
  car(1, 'Toyota', 'HiLux', { badge: 'SR5', body: 'ute', fuel: 'Diesel' }),
  car(2, 'Toyota', 'HiLux', { badge: 'WorkMate', body: 'ute', fuel: 'Diesel', price: 48_000 }),
  car(3, 'Toyota', 'Kluger', { badge: 'GXL', seats: 7, fuel: 'Hybrid', price: 44_000 }),
  car(4, 'Mazda', 'Mazda3', { body: 'hatch', colour: 'Blue', km: 90_000 }),
  car(5, 'Mazda', 'CX-5', { colour: 'Blue' }),
  car(6, 'Ford', 'Mustang', { body: 'coupe' }),
  car(7, 'Ford', 'Mustang Mach-E', { fuel: 'Electric' }),
  car(8, 'Kia', 'Sportage', { car_type: 'demo', price: 65_990 }),
];
const documents = [
  ...cars.map((change, at) => searchDocument('riverbend', 700 + at, { now: NOW, change })),
  searchDocument('kookaburra-cars', 701, { now: NOW, change: car(1, 'Secretmake', 'Hidden') }),
];

const log = pino({ level: 'silent' });
const db = openSqlite(':memory:');
const engine = () => ({ host: inject('meiliHost'), key: inject('meiliKey'), index: INDEX });
const servicesOf = () => {
  const search = createVehicleSearch(engine());
  const locate = createLocator(undefined, clock);
  return { search, clock, db, log, locate, vocabulary: createStockVocabulary(search, clock) };
};

beforeAll(async () => {
  await fillSearchIndex(engine(), documents);
  await migrate(db);
});
afterAll(() => db.destroy());

const prepare = (words: string, address: string, dealer = riverbend) =>
  prepareSearch(servicesOf(), dealer, words, new URLSearchParams(address));

const ALL = 'new-used-and-demo-cars';

describe('an address with words', () => {
  it.each([
    ['under 30k automatic suv', 'body=suv&price=%3A30000&transmission=Automatic'],
    ['7 seater hybrid under 50 grand', 'price=%3A50000&fuel=Hybrid&seats=7'],
    ['blue mazda 2018 or newer less than 80,000 km', 'make=Mazda&year=2018%3A&km=%3A80000&colour=Blue'],
    [
      'auto diesel ute under 45k near 4350',
      'body=ute&price=%3A45000&fuel=Diesel&transmission=Automatic&near=4350',
    ],
    ['demo', 'car_type=demo'],
    ['hilux sr5', 'model=HiLux&badge=SR5'],
    ['mazda 3', 'make=Mazda&model=Mazda3'],
  ])('SRCH-01 "%s" leads to the address of its filters', async (query, expected) => {
    expect(await prepare(ALL, `${new URLSearchParams({ query })}`)).toEqual({
      kind: 'redirect',
      to: `/search/${ALL}?${expected}`,
      status: 303,
    });
  });

  it.each(['mustang', 'near me', 'secretmake', 'caravan', 'zzzz', 'under 100k'])(
    'SRCH-01 "%s" stays text',
    async (query) => {
      expect(await prepare(ALL, `${new URLSearchParams({ query })}`)).toMatchObject({
        kind: 'search',
        state: { query },
      });
    },
  );

  it('SRCH-01 the address it redirected to does not redirect again', async () => {
    const first = await prepare(ALL, 'query=cheap+hilux+sr5+under+30k+near+4350&sortBy=price_asc');
    if (first.kind !== 'redirect') throw new Error(first.kind);
    const { pathname, searchParams } = new URL(first.to, 'http://riverbend.localhost');
    expect(searchParams.get('query')).toBe('cheap');
    expect(searchParams.get('near')).toBe('4350');
    const again = await prepare(pathname.replace('/search/', ''), `${searchParams}`);
    expect(again).toMatchObject({ kind: 'search', state: { query: 'cheap', sortBy: 'price_asc' } });
  });

  it('SRCH-01 keeps its page number, and the campaign it came by', async () => {
    const found = await prepare(ALL, 'query=demo&page=3&utm_source=mail&gclid=x');
    expect(found).toMatchObject({ to: `/search/${ALL}?car_type=demo&page=3&utm_source=mail&gclid=x` });
  });

  it('SRCH-01 a filter of the address wins over words', async () => {
    const found = await prepare(ALL, 'query=mazda+under+30k&make=Toyota&price=%3A50000');
    expect(found).toMatchObject({
      kind: 'search',
      state: { query: 'mazda under 30k', lists: { make: ['Toyota'] } },
    });
  });

  it('SRCH-01 words override the path', async () => {
    expect(await prepare('used-cars', 'query=demo')).toMatchObject({ to: `/search/${ALL}?car_type=demo` });
    expect(await prepare('used-cars', 'query=suv')).toMatchObject({ to: '/search/used-cars?body=suv' });
    expect(await prepare('toyota', 'query=mazda+3')).toMatchObject({
      to: `/search/${ALL}?make=Mazda&model=Mazda3`,
    });
    expect(await prepare('toyota', 'query=sportage')).toMatchObject({ to: `/search/${ALL}?model=Sportage` });
    expect(await prepare('toyota', 'query=hilux')).toMatchObject({ to: '/search/toyota?model=HiLux' });
  });

  it('SRCH-04 words are read by the dealer’s own stock', async () => {
    const query = 'query=hilux+secretmake';
    expect(await prepare(ALL, query, kookaburra)).toMatchObject({
      to: `/search/${ALL}?query=hilux&make=Secretmake`,
    });
  });

  it('SRCH-01 the filter form and its words redirect in one step', async () => {
    const found = await prepare(ALL, 'query=diesel+ute&price.min=10%2C000&price.max=');
    expect(found).toMatchObject({ to: `/search/${ALL}?body=ute&price=10000%3A&fuel=Diesel`, status: 303 });
  });
});

describe('a search call with words', () => {
  const ask = async (params: object) => {
    const { results } = await searchInProcess(servicesOf(), riverbend)([{ indexName: 'vehicles', params }]);
    const [first] = results;
    if (!first) throw new Error('No result');
    return first;
  };

  it('SRCH-04 finds what the words mean, and returns its address', async () => {
    const found = await ask({ query: 'under 30k automatic suv' });
    expect(found.hits.map(({ model }) => model).sort()).toEqual(['CX-5', 'Mustang Mach-E']);
    expect(found.understood).toBe('body=suv&price=%3A30000&transmission=Automatic');
    expect(found.query).toBe('under 30k automatic suv');
    expect((await ask({ query: '7 seater hybrid under 50 grand' })).nbHits).toBe(1);
  });

  it('SRCH-02 plain text is searched unchanged', async () => {
    const found = await ask({ query: 'mustang' });
    expect(found.hits.map(({ model }) => model)).toEqual(['Mustang', 'Mustang Mach-E']);
    expect(found).not.toHaveProperty('understood');
  });

  it('SRCH-12 words that no filtered car has are dropped, and the response reports it', async () => {
    const found = await ask({ query: 'diesel ute under 45k zzzz' });
    expect(found).toMatchObject({ nbHits: 1, withoutText: true });
    expect(found.understood).toContain('query=zzzz');
    const refined = await ask({ query: 'zzzz', facetFilters: [['make:Mazda']] });
    expect(refined).toMatchObject({ nbHits: 2, withoutText: true });
    expect(await ask({ query: 'zzzz', facetFilters: [['car_type:used']] })).toMatchObject({ nbHits: 0 });
    expect(await ask({ query: 'zzzz' })).toMatchObject({ nbHits: 0, hits: [] });
    const none = await ask({ query: 'zzzz', facetFilters: [['make:Lada']] });
    expect(none.nbHits).toBe(0);
    expect(none).not.toHaveProperty('withoutText');
  });

  it('SRCH-01 a filter that is chosen already wins over words', async () => {
    const found = await ask({ query: 'under 30k suv', numericFilters: ['price<=50000'] });
    expect(found.understood).toBe('query=under+30k&body=suv');
  });
});

it('SRCH-18 the names of stock are read once, and again after stock has changed', async () => {
  const services = servicesOf();
  let asked = 0;
  const search = {
    ...services.search,
    facetCounts: (...all: Parameters<typeof services.search.facetCounts>) => {
      asked += 1;
      return services.search.facetCounts(...all);
    },
  };
  const counted = { ...services, search, vocabulary: createStockVocabulary(search, clock) };
  const leadsTo = (query: string) => prepareSearch(counted, riverbend, ALL, new URLSearchParams({ query }));
  expect(await leadsTo('used lada')).toMatchObject({ to: `/search/${ALL}?query=lada&car_type=used` });
  await leadsTo('demo suv');
  await leadsTo('zzzz');
  expect(asked).toBe(1);
  // What a client makes up is no question to the engine.
  for (let n = 0; n < 20; n += 1)
    await respondToWords(
      counted,
      riverbend,
      new URLSearchParams({ query: 'red cheap', model: `Made up ${n}` }),
    );
  expect(asked).toBe(1);
  const lada = searchDocument('riverbend', 790, { now: NOW, change: car(9, 'Lada', 'Niva') });
  await fillSearchIndex(engine(), [...documents, lada]);
  counted.vocabulary.forget('riverbend');
  expect(await leadsTo('used lada')).toMatchObject({ to: `/search/${ALL}?car_type=used&make=Lada` });
  expect(asked).toBe(2);
});

describe('the words of a search alone', () => {
  const understood = async (address: string, dealer = riverbend) => {
    const response = await respondToWords(servicesOf(), dealer, new URLSearchParams(address));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    return ((await response.json()) as { understood: string | null }).understood;
  };

  it('SRCH-01 stand for filters and a place, or for nothing', async () => {
    expect(await understood('query=7+seater+hybrid+near+4350')).toBe('fuel=Hybrid&seats=7&near=4350');
    expect(await understood('query=zzzz')).toBeNull();
    expect(await understood('')).toBeNull();
  });

  it('SRCH-01 stand for nothing that the address filters by already', async () => {
    expect(await understood('query=mazda+under+30k&make=Toyota&price=%3A50000')).toBeNull();
  });

  it('SRCH-01 name no stock of another dealer', async () => {
    expect(await understood('query=secretmake')).toBeNull();
    expect(await understood('query=secretmake', kookaburra)).toBe('make=Secretmake');
  });
});
