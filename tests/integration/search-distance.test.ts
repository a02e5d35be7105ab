import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { distanceKm, type GeoPoint } from '#src/features/locations/distance.ts';
import { postcodeCentroid } from '#src/features/locations/postcode-centroid.ts';
import { localGeocoding } from '#src/features/locations/server/geocoding.ts';
import type { SearchRequest } from '#src/features/search/api/search-schema.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { createDatabaseSearch } from '#src/features/search/server/engine/database-search.ts';
import { createVehicleSearch } from '#src/features/search/server/engine/vehicle-search.ts';
import { createLocator } from '#src/features/search/server/locate-place.ts';
import { prepareSearch } from '#src/features/search/server/pages/prepare-search.ts';
import { searchVehicles } from '#src/features/search/server/search-vehicles.ts';
import { createStockVocabulary } from '#src/features/search/server/stock-vocabulary.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { type DemoStock, openDemoStock } from '../fixtures/demo-feed.ts';
import { respondToSearch } from '../fixtures/posted-search.ts';

const clock = fixedClock('2026-11-25T02:00:00Z');
const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'distance-test' };
const ALL = 'new-used-and-demo-cars';
const SPRINGWOOD = '4127';
/** Of a private seller in the demo stock. */
const COORPAROO = '4151';

let demo: DemoStock;
let riverbend: DealerConfig;
beforeAll(async () => {
  demo = await openDemoStock(engine, clock, ['riverbend', 'kookaburra-cars']);
  riverbend = demo.dealer('riverbend');
});
afterAll(() => demo.close());

const servicesOf = (where: 'engine' | 'database') => {
  const { db, tenants } = demo.services;
  const search =
    where === 'engine' ? createVehicleSearch(engine) : createDatabaseSearch({ db, tenants, clock });
  return { ...demo.services, search, vocabulary: createStockVocabulary(search, clock) };
};

const request = (
  params: Partial<SearchRequest['params']>,
  indexName: SearchRequest['indexName'] = 'custom_rank',
): SearchRequest => ({
  indexName,
  params: {
    query: '',
    page: 0,
    hitsPerPage: 21,
    facets: [],
    facetFilters: [],
    numericFilters: [],
    ...params,
  },
});

function centre(postcode: string): GeoPoint {
  const point = postcodeCentroid(postcode);
  if (!point) throw new Error(postcode);
  return point;
}

/** Kilometres from a postcode by the city a card names: of a private seller, else of one location of the dealer. */
function kilometres(dealer: DealerConfig, postcode: string, city: string | null) {
  if (city === 'Coorparoo') return distanceKm(centre(postcode), centre(COORPAROO));
  const address = dealer.locations.find((one) => one.address.city === city)?.address;
  if (address?.lat === undefined || address.long === undefined) throw new Error(`${city}`);
  return distanceKm(centre(postcode), { lat: address.lat, lng: address.long });
}

describe.each(['engine', 'database'] as const)('distances by the %s', (where) => {
  const ask = async (params: Partial<SearchRequest['params']>, sortBy?: SearchRequest['indexName']) => {
    const [found] = (await searchVehicles(servicesOf(where), riverbend, [request(params, sortBy)])).results;
    if (!found) throw new Error('No result');
    return found;
  };

  it('LOC-11 a card says how far away its vehicle is, and no card says where that is', async () => {
    const { hits } = await ask({ near: SPRINGWOOD });
    const placed = hits.filter(({ city }) => city);
    expect(placed.map(({ distance_km }) => distance_km)).toEqual(
      placed.map(({ city }) => Math.round(kilometres(riverbend, SPRINGWOOD, city))),
    );
    expect(placed.length).toBeGreaterThan(0);
    expect(JSON.stringify(hits)).not.toMatch(/_geo|lat|lng/);
    const unplaced = (await ask({})).hits;
    expect(unplaced.some((hit) => 'distance_km' in hit)).toBe(false);
  });

  it('LOC-11 the nearest come first', async () => {
    const far: number[] = [];
    for (let page = 0; page < 60; page += 6) {
      const { hits } = await ask({ near: SPRINGWOOD, page }, 'distance');
      for (const { city } of hits) if (city) far.push(Math.round(kilometres(riverbend, SPRINGWOOD, city)));
    }
    expect(new Set(far).size).toBeGreaterThan(2);
    expect(far).toEqual([...far].sort((a, b) => a - b));
  });

  it('LOC-275 each location has its distance, the nearest first', async () => {
    const { distances = {} } = await ask({ near: SPRINGWOOD });
    const kms = Object.values(distances);
    expect(kms.length).toBeGreaterThan(2);
    expect(kms).toEqual([...kms].sort((a, b) => a - b));
    for (const [name, km] of Object.entries(distances)) {
      const city = riverbend.locations.find((one) => one.name === name)?.address.city ?? null;
      expect(km).toBe(Math.round(kilometres(riverbend, SPRINGWOOD, city)));
    }
    expect(await ask({})).not.toHaveProperty('distances');
  });

  it('LOC-11 a radius leaves out what is farther away, in counts too', async () => {
    const all = await ask({ near: SPRINGWOOD, facets: ['city'] });
    const near = await ask({ near: SPRINGWOOD, within: 15, facets: ['city'] });
    const inside = Object.entries(all.facets.city ?? {}).filter(
      ([city]) => kilometres(riverbend, SPRINGWOOD, city) <= 15,
    );
    expect(inside.length).toBeGreaterThan(0);
    expect(near.facets.city).toEqual(Object.fromEntries(inside));
    expect(near.nbHits).toBe(inside.reduce((sum, [, count]) => sum + count, 0));
    expect(near.nbHits).toBeLessThan(all.nbHits);
  });

  it('LOC-11 distances go together with words, filters and a chosen order', async () => {
    const found = await ask({ near: SPRINGWOOD, within: 15, query: 'hilux' }, 'price_asc');
    const prices = found.hits.map(({ pricing }) => pricing.offer_price ?? pricing.price ?? 0);
    expect(found.hits.every(({ model }) => model === 'HiLux')).toBe(true);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    const byWords = await ask({ query: `hilux within 15 km of ${SPRINGWOOD}` });
    expect(byWords.nbHits).toBe(found.nbHits);
    expect(byWords.understood).toBe(`model=HiLux&near=${SPRINGWOOD}&within=15`);
  });

  it('LOC-13 a private seller’s car is in its suburb, and listed at the location that sells it', async () => {
    const { hits } = await ask({ near: SPRINGWOOD, facetFilters: [['city:Coorparoo']] });
    expect(hits.length).toBeGreaterThan(0);
    const km = Math.round(distanceKm(centre(SPRINGWOOD), centre(COORPAROO)));
    expect(hits).toEqual(hits.map((hit) => ({ ...hit, city: 'Coorparoo', distance_km: km })));
    const [location_name = null] = hits.map((hit) => hit.location_name);
    expect(riverbend.locations.map(({ name }) => name)).toContain(location_name);
    const there = await ask({ facetFilters: [['city:Coorparoo'], [`location_name:${location_name}`]] });
    expect(there.nbHits).toBeGreaterThan(0);
  });

  it('LOC-11 a postcode that is nowhere is said to be, and counts for nothing', async () => {
    const all = await ask({});
    for (const near of ['9998', '12', 'nowhere at all']) {
      const found = await ask({ near, within: 15 }, 'distance');
      expect(found).toMatchObject({ isNowhere: true, nbHits: all.nbHits });
    }
    expect(all).not.toHaveProperty('isNowhere');
  });

  it('LOC-11 with search.distance off nothing is near to anything', async () => {
    const dealer = { ...riverbend, search: { ...riverbend.search, distance: 'off' as const } };
    const services = servicesOf(where);
    const [plain] = (await searchVehicles(services, dealer, [request({})])).results;
    const [near] = (await searchVehicles(services, dealer, [request({ near: SPRINGWOOD, within: 1 })]))
      .results;
    expect(near?.nbHits).toBe(plain?.nbHits);
    const found = await prepareSearch(
      services,
      dealer,
      ALL,
      new URLSearchParams('near=4127&sortBy=distance'),
    );
    expect(found).toMatchObject({ kind: 'search', state: { sortBy: 'custom_rank' } });
    expect(found).not.toHaveProperty('state.near');
  });

  it('LOC-11 the documented call takes a postcode, and refuses one that is nowhere', async () => {
    const call = (body: object) =>
      respondToSearch(
        servicesOf(where),
        riverbend,
        new Request('http://x/api/search', { method: 'POST', body: JSON.stringify(body) }),
      );
    const found = await (await call({ near: SPRINGWOOD, within: 15, sort: 'distance' })).json();
    expect(found.count).toBe((await ask({ near: SPRINGWOOD, within: 15 })).nbHits);
    expect(found.hits.filter((hit: CardDocument) => !((hit.distance_km ?? 99) <= 15))).toEqual([]);
    const refused = await call({ near: '9998' });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toEqual({
      error: { code: 'invalid_postcode', message: 'Invalid postcode' },
    });
    for (const body of [{ near: 4127 }, { near: SPRINGWOOD, within: 0 }, { near: SPRINGWOOD, within: '5' }])
      expect((await call(body)).status).toBe(400);
  });
});

it('LOC-11 the form without scripts leads to one address', async () => {
  const lead = async (query: string) =>
    prepareSearch(servicesOf('engine'), riverbend, ALL, new URLSearchParams(query));
  expect(await lead('query=&near=4127&within=')).toMatchObject({
    to: `/search/${ALL}?near=4127`,
    status: 303,
  });
  expect(await lead('query=&near=&within=50')).toMatchObject({ to: `/search/${ALL}` });
  expect(await lead('query=suv+near+4127')).toMatchObject({ to: `/search/${ALL}?body=suv&near=4127` });
  expect(await lead('near=4127&within=50&sortBy=distance')).toMatchObject({
    kind: 'search',
    state: { near: { place: '4127', km: 50 }, sortBy: 'distance' },
  });
});

it('LOC-11 addresses are looked up once each where a service is configured, postcodes never', async () => {
  const asked: string[] = [];
  const local = localGeocoding();
  const locate = createLocator(
    {
      locate(address) {
        asked.push(address);
        return local.locate(address);
      },
    },
    clock,
  );
  expect(await locate('12 Ruthven Street, Toowoomba QLD 4350')).toEqual(centre('4350'));
  expect(await locate('12 RUTHVEN Street, Toowoomba QLD 4350 ')).toEqual(centre('4350'));
  expect(await locate('Nowhere')).toBeUndefined();
  expect(await locate('Nowhere')).toBeUndefined();
  expect(await locate('4350')).toEqual(centre('4350'));
  expect(asked).toEqual(['12 ruthven street, toowoomba qld 4350', 'nowhere']);
  local.behave('fails');
  expect(await locate('3 Palmerin Street, Warwick QLD 4370')).toBeUndefined();
  local.behave('answers');
  expect(await locate('3 Palmerin Street, Warwick QLD 4370')).toEqual(centre('4370'));
  for (let at = 0; at < 600; at += 1) await locate(`street ${at}`);
  expect(asked.length).toBeLessThanOrEqual(500);
  expect(await createLocator(undefined, clock)('12 Ruthven Street, Toowoomba QLD 4350')).toBeUndefined();
});

it('PLAT-03 an index that knows places is as wanted', async () => {
  expect(await demo.services.index.state()).toBe('current');
});
