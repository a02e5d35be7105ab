import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { HitsFound, SearchFound } from '#src/features/search/api/search-endpoints.ts';
import { CARD_FIELDS, type CardDocument } from '#src/features/search/index/search-document.ts';
import { createDatabaseSearch } from '#src/features/search/server/engine/database-search.ts';
import {
  createVehicleSearch,
  type VehicleSearch,
} from '#src/features/search/server/engine/vehicle-search.ts';
import {
  respondToModelSearch,
  respondToOfferSearch,
  respondWithList,
} from '#src/features/search/server/respond-to-search.ts';
import { createStockVocabulary } from '#src/features/search/server/stock-vocabulary.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { respondToSearch } from '../fixtures/posted-search.ts';
import { openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const clock = fixedClock('2026-07-10T02:00:00Z');
const engine = () => ({ host: inject('meiliHost'), key: inject('meiliKey'), index: 'search-calls' });

const COLUMNS =
  'stocknum,make,model,year,price,km,simple_body,simple_fuel,seats,status,custom_rank,categories,car_type,dealership_slug,show_on_dealer_website';
const CARS = ['Toyota,HiLux', 'Toyota,Corolla', 'Mazda,CX-5', 'Land Rover,Discovery', 'Kia,Cerato'];
const BODIES = ['suv', 'ute', 'sedan', 'hatch', 'hatchback', 'wagon'];
const feed = [
  COLUMNS,
  ...Array.from({ length: 90 }, (_, n) =>
    [
      `S${n}`,
      CARS[n % 5],
      2010 + (n % 16),
      n % 11 === 0 ? '' : 5_000 + ((n * 7_919) % 60_000),
      (n * 3_571) % 150_000,
      BODIES[n % 6],
      n % 3 === 0 ? 'Diesel' : 'Petrol',
      n % 4 === 0 ? 7 : 5,
      n % 13 === 6 ? 'coming_soon' : 'in_stock',
      n % 30,
      n % 4 === 1 ? 'Clearance' : n % 4 === 2 ? 'Clearance|Demo' : '',
      n % 5 === 4 ? 'demo' : 'used',
      n % 3 === 1 ? 'second' : 'kookaburra',
      n % 17 === 3 ? 'false' : 'true',
    ].join(','),
  ),
].join('\n');

let site: StockSite;
let dealer: DealerConfig;

beforeAll(async () => {
  site = await openStockSite(engine(), clock, 'yard-calls');
  const [first] = site.dealer.dealerships;
  if (!first) throw new Error('No dealership');
  dealer = {
    ...site.dealer,
    dealerships: [first, { ...first, id: '77', slug: 'second', name: 'Second "Yard" & Co: North' }],
    search: { ...site.dealer.search, facets: [...site.dealer.search.facets, 'categories', 'seats'] },
  };
  site.services.tenants.replace({ dealers: [dealer], leftOut: [] });
  await site.import(feed, { dealer });
  await site.services.index.ensure();
  await drainIndexChanges(site.services);
});
afterAll(() => site.close());

type Row = {
  id: string;
  make: string;
  model: string;
  year: number;
  km?: number;
  simple_body?: string;
  simple_fuel?: string;
  seats?: number;
  status: string;
  car_type: string;
  categories: string[];
  custom_rank: number;
  show_on_dealer_website: boolean;
  dealership_slug?: string;
  dollars: number | null;
};

/** What shoppers may see, read from the rows of the database by this test's own rules. */
async function rows(): Promise<Row[]> {
  const found = await site.services.db
    .selectFrom('vehicles')
    .select(['id', 'record', 'price_cents'])
    .where('dealer', '=', 'yard-calls')
    .where('removed_at', 'is', null)
    .execute();
  return found
    .map(({ id, record, price_cents }) => ({
      ...(JSON.parse(record) as Row),
      id,
      dollars: price_cents === null ? null : Math.round(price_cents / 100),
    }))
    .filter((row) => row.show_on_dealer_website);
}

const searchOf = (search?: VehicleSearch) => {
  const found = search ?? createVehicleSearch(engine());
  return { ...site.services, search: found, vocabulary: createStockVocabulary(found, clock) };
};

type Respond = typeof respondToSearch;
async function ask(respond: Respond, body: unknown, search?: VehicleSearch) {
  const request = new Request('http://yard.localhost/api/search', {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const response = await respond(searchOf(search), dealer, request);
  return { status: response.status, body: await response.json() };
}
async function found<T = SearchFound>(respond: Respond, body: unknown, search?: VehicleSearch): Promise<T> {
  const response = await ask(respond, body, search);
  expect(response).toMatchObject({ status: 200 });
  return response.body as T;
}
const ids = (hits: readonly { id: string }[]) => hits.map(({ id }) => id).sort();

function countBy(all: readonly Row[], values: (row: Row) => readonly (string | number | undefined)[]) {
  const counts: Record<string, number> = {};
  for (const row of all) for (const value of values(row)) if (value) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Facet of the response as counts by value; labels that join values are counted under the first. */
const countsOf = ({ facets }: SearchFound, name: string) =>
  Object.fromEntries((facets[name]?.items ?? []).map(({ value, count }) => [value, count]));

describe('SRCH-29 the documented search', () => {
  it('returns all stock without conditions', async () => {
    const all = await rows();
    const { hits, count, pages, ms } = await found(respondToSearch, {});
    expect(hits).toHaveLength(21);
    expect(count).toBe(all.length);
    expect(pages).toBe(Math.ceil(all.length / 21));
    expect(ms).toBeGreaterThanOrEqual(0);
  });

  it('SRCH-30 joins filters and search_filters by AND, values of one facet by OR', async () => {
    const { hits, count } = await found(respondToSearch, {
      filters: 'car_type:used AND price>=10000 AND price<=50000',
      search_filters: { make: ['Toyota', 'Land Rover'], year: { min: 2013 }, seats: 5 },
      hitsPerPage: 42,
    });
    const wanted = (await rows()).filter(
      ({ car_type, dollars, make, year, seats }) =>
        car_type === 'used' &&
        dollars !== null &&
        dollars >= 10_000 &&
        dollars <= 50_000 &&
        ['Toyota', 'Land Rover'].includes(make) &&
        year >= 2013 &&
        seats === 5,
    );
    expect(wanted.length).toBeGreaterThan(3);
    expect(ids(hits)).toEqual(ids(wanted));
    expect(count).toBe(wanted.length);
  });

  it.each([
    ['nothing', {}, () => true],
    ['a make', { filters: 'make:Toyota' }, (row: Row) => row.make === 'Toyota'],
    ['seats', { search_filters: { seats: [7] } }, (row: Row) => row.seats === 7],
    [
      'a range',
      { search_filters: { price: { max: 30_000 } } },
      ({ dollars }: Row) => dollars !== null && dollars <= 30_000,
    ],
  ])('SRCH-04 facets of a search by %s count the rows of the database', async (_, body, isWanted) => {
    const wanted = (await rows()).filter(isWanted);
    const response = await found(respondToSearch, body);
    expect(Object.keys(response.facets)).toEqual(dealer.search.facets);
    expect(countsOf(response, 'make')).toEqual(countBy(wanted, ({ make }) => [make]));
    expect(countsOf(response, 'model')).toEqual(countBy(wanted, ({ model }) => [model]));
    expect(countsOf(response, 'car_type')).toEqual(countBy(wanted, ({ car_type }) => [car_type]));
    expect(countsOf(response, 'fuel')).toEqual(countBy(wanted, ({ simple_fuel }) => [simple_fuel]));
    expect(countsOf(response, 'categories')).toEqual(countBy(wanted, ({ categories }) => categories));
    expect(countsOf(response, 'seats')).toEqual(countBy(wanted, ({ seats }) => [seats]));
    const label = (body = '') =>
      ({ suv: 'SUV', ute: 'Ute', sedan: 'Sedan', wagon: 'Wagon' })[body] ?? 'Hatchback';
    const bodies = Object.fromEntries(
      response.facets.body?.items.map((item) => [item.label, item.count]) ?? [],
    );
    expect(bodies).toEqual(countBy(wanted, ({ simple_body }) => [label(simple_body)]));
    const prices = wanted.flatMap(({ dollars }) => (dollars === null ? [] : [dollars]));
    expect(response.facets.price).toEqual({
      label: 'Price',
      items: [],
      facetStats: { min: Math.min(...prices), max: Math.max(...prices) },
    });
    const years = wanted.map(({ year }) => year);
    expect(response.facets.year?.facetStats).toEqual({ min: Math.min(...years), max: Math.max(...years) });
  });

  it('finds as many vehicles by an item’s value as the item counts', async () => {
    const { facets } = await found(respondToSearch, {});
    for (const [name, { items }] of Object.entries(facets)) {
      for (const { value, count } of items) {
        const one = await found(respondToSearch, { search_filters: { [name]: value }, hitsPerPage: 0 });
        expect([name, value, one.count, one.hits]).toEqual([name, value, count, []]);
      }
    }
  });

  it('begins anywhere: pages of any length and offset are parts of one list', async () => {
    const all = await rows();
    const whole: string[] = [];
    for (const offset of [0, 42, 84]) {
      const { hits } = await found(respondToSearch, { hitsPerPage: 42, offset });
      whole.push(...hits.map(({ id }) => id));
    }
    expect([...whole].sort()).toEqual(ids(all));
    for (const [offset, hitsPerPage] of [
      [1, 21],
      [20, 21],
      [7, 10],
      [80, 42],
      [33, 1],
      [0, 0],
      [2000, 21],
    ] as const) {
      const { hits, count } = await found(respondToSearch, { offset, hitsPerPage });
      expect(hits.map(({ id }) => id)).toEqual(whole.slice(offset, offset + hitsPerPage));
      expect(count).toBe(all.length);
    }
  });

  it('SRCH-15 sorts by the search page’s names', async () => {
    const byId = new Map((await rows()).map((row) => [row.id, row]));
    const prices = async (sort: string) =>
      (await found(respondToSearch, { sort, hitsPerPage: 42 })).hits.map(
        ({ id }) => byId.get(id)?.dollars ?? null,
      );
    const lowest = await prices('price_asc');
    expect(lowest).not.toContain(null);
    expect(lowest).toEqual([...lowest].sort((a, b) => Number(a) - Number(b)));
    const highest = await prices('price_desc');
    expect(highest).toEqual([...highest].sort((a, b) => Number(b) - Number(a)));
    const { hits } = await found(respondToSearch, { hitsPerPage: 42 });
    const ranks = hits.map(({ id }) => byId.get(id)?.custom_rank ?? -1);
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
  });

  it('returns only the fields of a card', async () => {
    const { hits } = await found(respondToSearch, { hitsPerPage: 1 });
    const shown = dealer.card.views ? [...CARD_FIELDS, 'views'] : [...CARD_FIELDS];
    expect(Object.keys(hits[0] ?? {}).sort()).toEqual([...shown].sort());
  });

  it('counts words the same with and without hits, even if none has them all', async () => {
    for (const query of ['corolla', 'corolla unheardofword', 'unheardofword']) {
      const [some, none] = await Promise.all(
        [21, 0].map((hitsPerPage) => found(respondToSearch, { query, hitsPerPage })),
      );
      expect(none?.count).toBe(some?.count);
    }
    expect((await found(respondToSearch, { query: 'corolla' })).count).toBeGreaterThan(0);
  });

  it('SRCH-16 leaves out hidden values of the certified facet', async () => {
    const shown = dealer;
    const facets = [...dealer.search.facets, 'certified' as const];
    const values = async (certifiedOnly: boolean) => {
      dealer = { ...shown, search: { ...shown.search, facets, certifiedOnly } };
      const response = await found(respondToSearch, { hitsPerPage: 0 });
      dealer = shown;
      return Object.keys(countsOf(response, 'certified'));
    };
    expect(await values(false)).toContain('false');
    expect(await values(true)).not.toContain('false');
  });
});

it('SRCH-22 the plain search is a list of the vehicles that meet its search_filters, of the requested length', async () => {
  const wanted = (await rows()).filter(({ make }) => make === 'Mazda');
  const search_filters = { make: 'Mazda' };
  const list = await found<CardDocument[]>(respondWithList, { search_filters, limit: 42 });
  expect(ids(list)).toEqual(ids(wanted));
  const short = await found<CardDocument[]>(respondWithList, { search_filters, limit: 3 });
  expect(short).toEqual(list.slice(0, 3));
  expect(await found<CardDocument[]>(respondWithList, {})).toHaveLength(21);
});

describe('SRCH-21', () => {
  it('SRCH-30 the search of models finds by manufacturer, model and body, 21 a page', async () => {
    const all = await rows();
    const toyotas = all.filter(({ make }) => make === 'Toyota');
    expect(toyotas.length).toBeGreaterThan(21);
    const first = await found<HitsFound>(respondToModelSearch, { filters: 'manufacturer.name:Toyota' });
    const rest = await found<HitsFound>(respondToModelSearch, {
      filters: 'manufacturer.name=Toyota',
      offset: 21,
    });
    expect(first).toMatchObject({ count: toyotas.length, pages: Math.ceil(toyotas.length / 21) });
    expect(first.hits).toHaveLength(21);
    expect(ids([...first.hits, ...rest.hits])).toEqual(ids(toyotas));
    const narrow = await found<HitsFound>(respondToModelSearch, {
      filters: 'manufacturer.name:"Land Rover" AND model.name:Discovery AND model.body:hatch',
    });
    expect(ids(narrow.hits)).toEqual(
      ids(
        all.filter(
          ({ model, simple_body = '' }) =>
            model === 'Discovery' && ['hatch', 'hatchback'].includes(simple_body),
        ),
      ),
    );
    expect(narrow.count).toBeGreaterThan(0);
    const words = await found<HitsFound>(respondToModelSearch, {
      filters: 'manufacturer.name:Toyota',
      query: 'corolla',
    });
    expect(ids(words.hits)).toEqual(ids(toyotas.filter(({ model }) => model === 'Corolla')).slice(0, 21));
  });

  it('SRCH-30 the search of offers stays in one dealership, and finds by category and price', async () => {
    const own = (await rows()).filter(({ dealership_slug }) => dealership_slug === 'second');
    expect(own.length).toBeGreaterThan(21);
    const all = await found<HitsFound>(respondToOfferSearch, { dealership_id: 77 });
    const rest = await found<HitsFound>(respondToOfferSearch, { dealership_id: '77', offset: 21 });
    expect(all.count).toBe(own.length);
    expect(all.hits).toHaveLength(21);
    expect(ids([...all.hits, ...rest.hits])).toEqual(ids(own));
    const some = await found<HitsFound>(respondToOfferSearch, {
      dealership_id: '77',
      filters: 'categories:Clearance AND price<=40000',
    });
    const wanted = own.filter(
      ({ categories, dollars }) => categories.includes('Clearance') && dollars !== null && dollars <= 40_000,
    );
    expect(wanted.length).toBeGreaterThan(2);
    expect(ids(some.hits)).toEqual(ids(wanted));
  });

  it.each(['78', 'second', 'Second "Yard" & Co: North', '__proto__', 7.7, ''])(
    'offers of a dealership that the site does not have, %j, are refused',
    async (dealership_id) => {
      const { status, body } = await ask(respondToOfferSearch, { dealership_id });
      expect([status, typeof body.error.code]).toEqual([400, 'string']);
    },
  );
});

describe('ERR-01', () => {
  it.each([
    ['the search', respondToSearch, { filters: 'make:Toyota', query: 'corolla', offset: 3, hitsPerPage: 5 }],
    ['the search by price', respondToSearch, { sort: 'price_asc', search_filters: { body: 'hatch' } }],
    ['the list', respondWithList, { search_filters: { price: { min: 20_000 } } }],
    ['models', respondToModelSearch, { filters: 'model.body:suv', offset: 2 }],
    ['offers', respondToOfferSearch, { dealership_id: '77', filters: 'categories:Demo' }],
  ])('%s is answered from the database while the engine is unavailable', async (_, respond, body) => {
    const ofEngine = await found<SearchFound | CardDocument[]>(respond, body);
    const ofDatabase = await found<typeof ofEngine>(respond, body, createDatabaseSearch(site.services));
    const known = (one: typeof ofEngine) =>
      Array.isArray(one) ? one.length : { ...one, ms: 0, source: undefined, hits: one.hits.length };
    expect(known(ofDatabase)).toEqual(known(ofEngine));
    expect(Array.isArray(ofEngine) ? ofEngine.length : ofEngine.count).toBeGreaterThan(0);
  });

  it.each([
    ['search', respondToSearch, {}],
    ['list', respondWithList, {}],
    ['search of models', respondToModelSearch, {}],
    ['search of offers', respondToOfferSearch, { dealership_id: '77' }],
  ])('the %s is 503 if nothing responds', async (_, respond, body) => {
    const nowhere = createVehicleSearch({ ...engine(), host: 'http://127.0.0.1:9' });
    expect(await ask(respond, body, nowhere)).toMatchObject({
      status: 503,
      body: { error: { code: 'search_unavailable' } },
    });
  });
});
