import * as v from 'valibot';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { FACET_NAMES } from '#src/config/sections/stock/search-section.ts';
import { FACETS } from '#src/features/search/facets/facets.ts';
import type { SearchDocument } from '#src/features/search/index/search-document.ts';
import { createVehicleSearch } from '#src/features/search/server/engine/vehicle-search.ts';
import { createLocator } from '#src/features/search/server/locate-place.ts';
import { featuredStock } from '#src/features/search/server/pages/page-stock.ts';
import { prepareSearch, searchInProcess } from '#src/features/search/server/pages/prepare-search.ts';
import { isSearchUnreadable } from '#src/features/search/server/search-failure.ts';
import { createStockVocabulary } from '#src/features/search/server/stock-vocabulary.ts';
import { searchSettings } from '#src/features/search/view/make-search-settings.ts';
import { firstResult, searchServerState } from '#src/features/search/view/page/server-state.ts';
import { writeVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { vehicleSlug } from '#src/features/vehicle/vehicle-identity.ts';
import { openSqlite } from '#src/platform/database/engines/sqlite.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { hostileSearches, request } from '../fixtures/hostile-searches.ts';
import { respondToSearch } from '../fixtures/posted-search.ts';
import { searchDocument, searchDocuments } from '../fixtures/search-documents.ts';
import { fillSearchIndex } from '../fixtures/test-search-index.ts';

const NOW = new Date('2026-07-10T02:00:00Z');
const clock = fixedClock(NOW.toISOString());
const INDEX = 'search-test';
const dealers = demoDealers();
const dealerNamed = (slug: string): DealerConfig => {
  const found = dealers.find((dealer) => dealer.slug === slug);
  if (!found) throw new Error(`No dealer ${slug}`);
  return found;
};
const riverbend = dealerNamed('riverbend');
const kookaburra = dealerNamed('kookaburra-cars');
const documents = [
  ...searchDocuments('riverbend', 260, NOW),
  ...searchDocuments('kookaburra-cars', 150, NOW),
  searchDocument('riverbend', 903, {
    now: NOW,
    change: {
      make: 'Lada',
      model: 'Niva "4x4"',
      name: '2026 Lada Niva',
      make_model: 'Lada Niva "4x4"',
      status: 'in_stock',
    },
  }),
  searchDocument('kookaburra-cars', 901, { now: NOW, change: { make: 'Secretmake', model: 'Hidden' } }),
];

const db = openSqlite(':memory:');
const log = { error: () => {} } as never;
const engine = () => ({ host: inject('meiliHost'), key: inject('meiliKey'), index: INDEX });
const servicesOf = (search = createVehicleSearch(engine())) => ({
  search,
  clock,
  log,
  db,
  vocabulary: createStockVocabulary(search, clock),
  locate: createLocator(undefined, clock),
});

beforeAll(async () => {
  await fillSearchIndex(engine(), documents);
  await migrate(db);
  return () => db.destroy();
});

/** What shoppers of a dealer may see, worked out from the rows by hand. */
function visible(dealer: DealerConfig, row: SearchDocument): boolean {
  const { stock } = dealer;
  const soldSince = NOW.getTime() / 1000 - stock.include_sold_cars_days * 86_400;
  const isListed =
    row.status === 'in_stock' ||
    row.status === 'coming_soon' ||
    (row.status === 'sold' && (row.sold_at ?? 0) >= soldSince);
  const isYoung = stock.maxAgeYears === null || Number(row.year) >= 2026 - stock.maxAgeYears;
  const isKind = !stock.usedOnly || row.car_type === 'used';
  return row.dealer === dealer.slug && row.show_on_dealer_website && isListed && isYoung && isKind;
}

const rowsOf = (dealer: DealerConfig) => documents.filter((row) => visible(dealer, row));

function countBy(rows: readonly SearchDocument[], name: keyof SearchDocument): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const value = row[name];
    if (value !== null && value !== undefined) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  }
  return counts;
}

async function ask(dealer: DealerConfig, params: object, indexName = 'vehicles') {
  const { results } = await searchInProcess(servicesOf(), dealer)([{ indexName, params }]);
  const [first] = results;
  if (!first) throw new Error('No result');
  return first;
}

async function askAll(dealer: DealerConfig, params: object, indexName = 'vehicles') {
  const first = await ask(dealer, params, indexName);
  const pages = await Promise.all(
    Array.from({ length: first.nbPages }, (_, page) => ask(dealer, { ...params, page }, indexName)),
  );
  return pages.flatMap(({ hits }) => hits);
}

it.each([riverbend, kookaburra])('SRCH-14 $slug shows exactly what its rules allow', async (dealer) => {
  const hits = await askAll(dealer, {});
  expect(hits.map(({ id }) => id).sort()).toEqual(
    rowsOf(dealer)
      .map(({ id }) => id)
      .sort(),
  );
});

it.each([
  'make',
  'model',
  'car_type',
  'body',
  'fuel',
  'transmission',
  'colour',
  'location_name',
  'status',
] as const)('SRCH-04 counts of %s are those of the rows', async (name) => {
  const { facets } = await ask(riverbend, { facets: [name] });
  expect(facets[name]).toEqual(countBy(rowsOf(riverbend), name));
});

it('SRCH-05 closed lists have their first values, the chosen ones and the number of others', async () => {
  const whole = (await ask(riverbend, { facets: ['make', 'model', 'fuel'] })).facets;
  const { facets, leftOut } = await ask(riverbend, {
    facets: ['make', 'model', 'fuel'],
    facetFilters: [['car_type:used']],
    openLists: [],
  });
  expect(Object.keys(facets.make ?? {})).toHaveLength(7);
  expect(leftOut?.make).toBeGreaterThan(0);
  expect(leftOut?.fuel).toBeUndefined();
  const open = await ask(riverbend, { facets: ['make', 'model', 'fuel'], openLists: ['make'] });
  expect(open.facets.make).toEqual(whole.make);
  expect(open.leftOut?.make).toBeUndefined();
  const [rarest = ''] = Object.entries(whole.make ?? {}).sort(([, a], [, b]) => a - b)[0] ?? [];
  const { results } = await searchInProcess(
    servicesOf(),
    riverbend,
  )([
    {
      indexName: 'vehicles',
      params: { facets: ['make'], facetFilters: [[`make:${rarest}`]], openLists: [] },
    },
    { indexName: 'vehicles', params: { facets: 'make', hitsPerPage: 0, openLists: [] } },
  ]);
  expect(results[1]?.facets.make).toHaveProperty([rarest]);
  expect(Object.keys(results[1]?.facets.make ?? {})).toHaveLength(8);
});

it('SRCH-04 refinements of several facets meet, values of one facet join', async () => {
  const { nbHits, facets } = await ask(riverbend, {
    facets: ['fuel'],
    facetFilters: [['make:Toyota', 'make:Mazda'], ['car_type:used']],
    numericFilters: ['price>=20000', 'price<=45000'],
  });
  const rows = rowsOf(riverbend).filter(
    (row) =>
      ['Toyota', 'Mazda'].includes(String(row.make)) &&
      row.car_type === 'used' &&
      Number(row.price ?? -1) >= 20_000 &&
      Number(row.price) <= 45_000,
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(nbHits).toBe(rows.length);
  expect(facets.fuel).toEqual(countBy(rows, 'fuel'));
});

it('SRCH-05 one of two values under a label finds both', async () => {
  const { nbHits } = await ask(riverbend, { facetFilters: [['body:hatch']] });
  const rows = rowsOf(riverbend).filter(({ body }) => body === 'hatch' || body === 'hatchback');
  expect(nbHits).toBe(rows.length);
  expect(countBy(rows, 'body').hatchback).toBeGreaterThan(0);
});

it('SRCH-04 a flag is a facet of true and false', async () => {
  const { nbHits } = await ask(riverbend, { facetFilters: ['certified:true'] });
  expect(nbHits).toBe(rowsOf(riverbend).filter(({ certified }) => certified).length);
});

it('SRCH-06 a range has its minimum and maximum, and no count per price', async () => {
  const { facets, facets_stats } = await ask(riverbend, { facets: ['price'] });
  const prices = rowsOf(riverbend).flatMap(({ price }) => (typeof price === 'number' ? [price] : []));
  expect(facets_stats.price).toMatchObject({ min: Math.min(...prices), max: Math.max(...prices) });
  expect(facets.price).toEqual({});
});

it('SRCH-07 pages hold 21 cars, each car on one of them', async () => {
  const first = await ask(riverbend, {});
  const total = rowsOf(riverbend).length;
  expect(first.hits).toHaveLength(21);
  expect(first.nbHits).toBe(total);
  expect(first.nbPages).toBe(Math.ceil(total / 21));
  const ids = (await askAll(riverbend, {})).map(({ id }) => id);
  expect(new Set(ids).size).toBe(total);
});

it('SRCH-15 sorts by price both ways, by age, and by rank', async () => {
  const rowOf = (id: string) => documents.find((row) => row.id === id);
  const prices = async (indexName: string) =>
    (await askAll(riverbend, {}, indexName)).map(({ id }) => rowOf(id)?.price as number | null);
  const ascending = await prices('vehicles:price_asc');
  expect(ascending).not.toContain(null);
  expect(ascending).toEqual([...ascending].sort((a, b) => Number(a) - Number(b)));
  const descending = (await prices('vehicles:price_desc')).filter((price) => price !== null);
  expect(descending).toEqual([...descending].sort((a, b) => Number(b) - Number(a)));
  const ages = (await askAll(riverbend, {}, 'vehicles:latest')).map((car) => car.created_at_timestamp);
  expect(ages).toEqual([...ages].sort((a, b) => b - a));
  const ranks = (await askAll(riverbend, {})).map(({ id }) => rowOf(id)?.custom_rank ?? 0);
  expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
});

it('SRCH-15 sorts by kilometres, those without last, and by year', async () => {
  const valuesOf = async (name: 'km' | 'year', indexName: string) => {
    const cars = await askAll(riverbend, {}, indexName);
    return cars.map(({ id }) => documents.find((row) => row.id === id)?.[name] as number | null);
  };
  const km = await valuesOf('km', 'vehicles:km_asc');
  const last = (value: number | null) => value ?? Number.POSITIVE_INFINITY;
  expect(new Set(km).size).toBeGreaterThan(5);
  expect(km).toEqual([...km].sort((a, b) => last(a) - last(b)));
  const years = await valuesOf('year', 'vehicles:year_desc');
  expect(years).toEqual([...years].sort((a, b) => Number(b) - Number(a)));
});

it('SRCH-15 a dealer may keep cars without a price among the lowest', async () => {
  const dealer = { ...riverbend, search: { ...riverbend.search, priceAscendingHidesUnpriced: false } };
  const { nbHits } = await ask(dealer, {}, 'vehicles:price_asc');
  expect(nbHits).toBe(rowsOf(riverbend).length);
});

it('SRCH-02 words that no car has together still find the rarer one', async () => {
  const both = await ask(riverbend, { query: 'lada niva' });
  expect(both.hits.map(({ make }) => make)).toEqual(['Lada']);
  const astray = await ask(riverbend, { query: 'lada unheardofword' });
  expect(astray.hits[0]?.make).toBe('Lada');
  expect((await ask(riverbend, { query: 'unheardofword' })).nbHits).toBe(0);
});

it('SRCH-12 a search that finds nothing has a row of vehicles in stock, one that finds some has none', async () => {
  const { others = [] } = await ask(riverbend, { query: 'unheardofword' });
  expect(others).toHaveLength(riverbend.search.cardsPerRow);
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set(['in_stock']));
  expect(await ask(riverbend, { query: 'lada niva' })).not.toHaveProperty('others');
  expect(await ask(riverbend, { query: 'unheardofword', hitsPerPage: 0 })).not.toHaveProperty('others');
});

it('SRCH-12 a search that finds nothing is answered where the engine names no other vehicles', async () => {
  const search = createVehicleSearch(engine());
  const instant: typeof search.instant = (queries, ...more) =>
    queries.some(({ query }) => query === '')
      ? Promise.reject(new Error('too late'))
      : search.instant(queries, ...more);
  const services = servicesOf({ ...search, instant });
  const params = { query: 'unheardofword' };
  const { results } = await searchInProcess(services, riverbend)([{ indexName: 'vehicles', params }]);
  expect(results[0]).toMatchObject({ nbHits: 0 });
  expect(results[0]).not.toHaveProperty('others');
});

it('SRCH-25 featured stock is in stock and photographed, at most six', async () => {
  const cars = await featuredStock(servicesOf(), riverbend, { usedOnly: true });
  expect(cars).toHaveLength(6);
  for (const car of cars) {
    expect(car).toMatchObject({ status: 'in_stock', car_type: 'used' });
    expect(car.photos_count).toBeGreaterThan(1);
  }
});

it.each([
  ['used-cars', { car_type: ['used'] }],
  ['toyota', { make: ['Toyota'] }],
  ['land-rover', { make: ['Land Rover'] }],
  ['land-rover/discovery', { make: ['Land Rover'], model: ['Discovery'] }],
  ['lada/niva-4x4', { make: ['Lada'], model: ['Niva "4x4"'] }],
  ['riverbend-south', { dealership_name: ['Riverbend South'] }],
  ['moorooka', { location_name: ['Riverbend Used Cars Moorooka'] }],
])('NAV-02 /search/%s means %j', async (words, lists) => {
  const prepared = await prepareSearch(servicesOf(), riverbend, words, new URLSearchParams());
  expect(prepared).toMatchObject({ kind: 'search', state: { lists } });
});

it.each(['nonsense', 'toyota/navara', 'toyota/hilux/sr5', 'secretmake', 'wallsend', 'used-cars/toyota'])(
  'NAV-12 /search/%s means nothing at this dealer',
  async (words) => {
    const prepared = await prepareSearch(servicesOf(), riverbend, words, new URLSearchParams());
    expect(prepared).toEqual({ kind: 'not-found' });
  },
);

describe('the search of a model that is sold out', () => {
  const LONG = `Model ${'of many words '.repeat(8)}`.trim();
  const longSlug = LONG.toLowerCase().replaceAll(' ', '-');
  const at = '2026-05-01T00:00:00Z';
  const row = (id: string, about: object, firstSeenAt = at) => {
    const vehicle = v.parse(VehicleSchema, { year: 2025, car_type: 'used', status: 'in_stock', ...about });
    return {
      id,
      dealer: 'riverbend',
      identity: `stock:${id}`,
      slug: vehicleSlug(vehicle, id),
      status: vehicle.status,
      price_cents: null,
      record: JSON.stringify(vehicle),
      content_hash: '',
      run_id: 'r1',
      first_seen_at: firstSeenAt,
      listed_at: at,
      advertised: null,
      updated_at: at,
      sold_at: null,
      removed_at: at,
    };
  };
  beforeAll(() =>
    writeVehicles(
      db,
      [
        row('former-1', { make: 'Škoda', model: 'Octavia Scout' }),
        row('former-2', { make: 'Toyota', model: 'Supra', status: 'sold' }),
        row('former-3', { make: 'Škoda', model: LONG }),
        row('former-5', { make: 'Lancia', model: 'Delta', year: 2011 }, '2025-05-01T00:00:00Z'),
        row('former-6', { make: 'Simca', model: 'Aronde', year: 2011 }),
        row('former-4', { make: 'Hiddenmake', model: 'Hidden', show_on_dealer_website: false }),
      ],
      [],
    ),
  );

  it.each([
    ['skoda', { make: ['Škoda'] }],
    ['skoda/octavia-scout', { make: ['Škoda'], model: ['Octavia Scout'] }],
    ['toyota/supra', { make: ['Toyota'], model: ['Supra'] }],
    // Too old since 1 January.
    ['lancia/delta', { make: ['Lancia'], model: ['Delta'] }],
    [`skoda/${longSlug}`, { make: ['Škoda'], model: [LONG] }],
  ])('SRCH-12 /search/%s is a page without results', async (words, lists) => {
    const prepared = await prepareSearch(servicesOf(), riverbend, words, new URLSearchParams());
    expect(prepared).toMatchObject({ kind: 'search', scope: { path: `/search/${words}`, lists } });
    const facetFilters = Object.entries(lists).map(([name, values]) =>
      values.map((value) => `${name}:${value}`),
    );
    expect((await ask(riverbend, { facetFilters })).nbHits).toBe(0);
  });

  it.each([
    'skoda/octavia',
    'skoda/scout',
    'octavia-scout',
    'sko',
    'hiddenmake',
    'hiddenmake/hidden',
    'simca',
    '----',
  ])('NAV-12 /search/%s still means nothing', async (words) => {
    const prepared = await prepareSearch(servicesOf(), riverbend, words, new URLSearchParams());
    expect(prepared).toEqual({ kind: 'not-found' });
  });

  it('SRCH-30 a vehicle sold by one dealer is unknown at another', async () => {
    const prepared = await prepareSearch(servicesOf(), kookaburra, 'skoda', new URLSearchParams());
    expect(prepared).toEqual({ kind: 'not-found' });
  });
});

it.each(['Ж', 'İsuzu', 'Toyota/Ж', 'Toyota//', 'Тойота/hilux', '%', 'A\r\nB'])(
  'NAV-12 /search/%j is not found, without a redirect',
  async (words) => {
    const prepared = await prepareSearch(servicesOf(), riverbend, words, new URLSearchParams());
    expect(prepared).toEqual({ kind: 'not-found' });
  },
);

it('NAV-14 a make comes before a dealership and a location of the same name', async () => {
  const [location] = riverbend.locations;
  if (!location) throw new Error('No location');
  const twin = { ...riverbend, locations: [{ ...location, slug: 'mazda' }, ...riverbend.locations] };
  const prepared = await prepareSearch(servicesOf(), twin, 'mazda', new URLSearchParams());
  expect(prepared).toMatchObject({ kind: 'search', scope: { lists: { make: ['Mazda'] } } });
});

it.each([
  [undefined, 'query=hilux', '/search/new-used-and-demo-cars?query=hilux', 302],
  ['Toyota', '', '/search/toyota', 301],
  ['USED-CARS', 'body=hatch&body=hatchback', '/search/used-cars?body=hatch&body=hatchback', 301],
  ['used-cars', 'price.min=10,000&query=', '/search/used-cars?price=10000%3A', 303],
])('NAV-02 /search/%s?%s redirects to %s', async (words, search, to, status) => {
  const prepared = await prepareSearch(servicesOf(), riverbend, words, new URLSearchParams(search));
  expect(prepared).toEqual({ kind: 'redirect', to, status });
});

const post = (body: string) =>
  new Request('http://riverbend.localhost/api/search', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
it.each(hostileSearches(INDEX))('SRCH-30 %s stays inside the tenant and its limits', async (_, one) => {
  const answer = await respondToSearch(servicesOf(), riverbend, post(JSON.stringify({ requests: [one] })));
  expect([200, 400]).toContain(answer.status);
  if (answer.status === 400) {
    expect(await answer.json()).toMatchObject({ error: { code: 'bad_request' } });
    return;
  }
  const { results } = await answer.json();
  const own = new Set(rowsOf(riverbend).map(({ id }) => id));
  for (const result of results) {
    expect(result.hits.length).toBeLessThanOrEqual(21);
    for (const hit of result.hits) {
      expect(own).toContain(hit.id);
      expect(Object.keys(hit)).not.toEqual(expect.arrayContaining(['regplate']));
    }
    for (const counts of Object.values(result.facets)) {
      expect(Object.keys(counts as object)).not.toContain('Secretmake');
      expect(Object.keys(counts as object)).not.toContain('Wallsend');
    }
    expect(result.nbHits).toBeLessThanOrEqual(own.size);
  }
  expect(JSON.stringify(results)).not.toContain(INDEX);
});

it('SRCH-30 the same body at two dealers finds only each one’s own', async () => {
  const names = [...FACET_NAMES];
  for (const dealer of [riverbend, kookaburra]) {
    const hits = await askAll(dealer, { facets: names });
    expect(hits.every(({ id }) => id.startsWith(`${dealer.slug}-`))).toBe(true);
  }
});

it.each(['', 'null', '{', '[]', '{"requests":{}}'])(
  'ERR-01 the body %j is a 400 with a code',
  async (body) => {
    const answer = await respondToSearch(servicesOf(), riverbend, post(body));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'bad_request' } });
  },
);

it.each([
  ['nobody listens', { host: 'http://127.0.0.1:9', key: 'x', index: INDEX }],
  ['the key is refused', () => ({ ...engine(), key: 'wrong' })],
  ['the index is gone', () => ({ ...engine(), index: 'no-such-index' })],
])('ERR-01 where %s the response is 503 with a code', async (_, where) => {
  const away = createVehicleSearch(typeof where === 'function' ? where() : where);
  const body = JSON.stringify({ requests: [request({})] });
  const answer = await respondToSearch(servicesOf(away), riverbend, post(body));
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: { code: 'search_unavailable' } });
  expect(await featuredStock(servicesOf(away), riverbend)).toEqual([]);
});

it('SRCH-29 every allowed address passes the endpoint’s checks: 101 emoji, and all facets together', async () => {
  const lists = FACETS.filter(({ kind }) => kind !== 'range').map(({ name }) => `${name}=${'🚙'.repeat(9)}`);
  const ranges = FACETS.filter(({ kind }) => kind === 'range').map(({ name }) => `${name}=1:999999999999`);
  const address = [`query=${'🚗'.repeat(101)}`, ...lists, ...ranges].join('&');
  const prepared = await prepareSearch(servicesOf(), riverbend, 'used-cars', new URLSearchParams(address));
  if (prepared.kind !== 'search') throw new Error(prepared.kind);
  const asked: unknown[] = [];
  const settings = searchSettings(toPublicConfig(riverbend), NOW);
  const app = { settings, scope: prepared.scope, first: prepared.state, nowMs: NOW.getTime() };
  const state = await searchServerState(app, (requests) => {
    asked.push(requests);
    return searchInProcess(servicesOf(), riverbend)(requests);
  });
  expect(firstResult(state, settings).count).toBe(0);
  expect((asked[0] as unknown[]).length).toBeLessThanOrEqual(20);
});

it('ERR-01 an unreadable search is the client’s mistake, recognised in wrapped errors', async () => {
  const failure = await searchInProcess(
    servicesOf(),
    riverbend,
  )([{ indexName: 'leads' }]).catch((error) => error);
  expect(isSearchUnreadable(new Error('wrapped', { cause: failure }))).toBe(true);
});
