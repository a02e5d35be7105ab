import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { SearchFound } from '#src/features/search/api/search-endpoints.ts';
import { CARD_FIELDS, type SearchDocument } from '#src/features/search/index/search-document.ts';
import { createVehicleSearch } from '#src/features/search/server/engine/vehicle-search.ts';
import { createLocator } from '#src/features/search/server/locate-place.ts';
import {
  respondToModelSearch,
  respondToOfferSearch,
  respondWithList,
} from '#src/features/search/server/respond-to-search.ts';
import { createStockVocabulary } from '#src/features/search/server/stock-vocabulary.ts';
import { openSqlite } from '#src/platform/database/engines/sqlite.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { runs } from '../extent.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { type HostileCall, hostileCall } from '../fixtures/hostile-calls.ts';
import { respondToSearch } from '../fixtures/posted-search.ts';
import { searchDocument, searchDocuments } from '../fixtures/search-documents.ts';
import { fillSearchIndex } from '../fixtures/test-search-index.ts';

const NOW = new Date('2026-07-10T02:00:00Z');
const clock = fixedClock(NOW.toISOString());
const INDEX = 'search-calls-hostile';
const TENANTS = ['kookaburra-cars', 'third-yard', 'riverbend-2'];
const dealers = demoDealers();
const riverbend = dealers.find(({ slug }) => slug === 'riverbend');
if (!riverbend) throw new Error('No dealer');
const asker: DealerConfig = {
  ...riverbend,
  stock: { ...riverbend.stock, maxAgeYears: 2, excludedMakes: ['Kia'], excludedStockNumbers: ['S1010'] },
};

const own = (n: number, change: Partial<SearchDocument>) =>
  searchDocument('riverbend', n, { now: NOW, change: { status: 'in_stock', year: 2026, ...change } });
const documents: SearchDocument[] = [
  ...searchDocuments('riverbend', 240, NOW),
  own(901, { make: 'Hiddenmake', show_on_dealer_website: false }),
  own(902, { make: 'Oldmake', year: 2015 }),
  own(903, { make: 'Soldmake', status: 'sold', sold_at: 1 }),
  own(904, { make: 'Withdrawnmake', status: 'withdrawn' }),
  own(905, { make: 'Boatmake', item_type: 'boat' }),
  ...TENANTS.flatMap((dealer) => [
    ...searchDocuments(dealer, 60, NOW),
    searchDocument(dealer, 901, { now: NOW, change: { make: 'Secretmake', model: 'Secret' } }),
  ]),
].map((row, at) => ({ ...row, _geo: at % 3 === 0 ? null : { lat: -27 - (at % 7), lng: 153 } }));

const db = openSqlite(':memory:');
const services = () => {
  const search = createVehicleSearch({ host: inject('meiliHost'), key: inject('meiliKey'), index: INDEX });
  return {
    search,
    clock,
    log: { error: () => {} } as never,
    db,
    vocabulary: createStockVocabulary(search, clock),
    locate: createLocator(undefined, clock),
  };
};

beforeAll(async () => {
  await fillSearchIndex({ host: inject('meiliHost'), key: inject('meiliKey'), index: INDEX }, documents);
  await migrate(db);
  at = services();
});
afterAll(() => db.destroy());

/** What shoppers of the asker may see, by rules of this test's own. */
const soldSince = NOW.getTime() / 1000 - asker.stock.include_sold_cars_days * 86_400;
const visible = documents.filter(
  (row) =>
    row.dealer === 'riverbend' &&
    row.show_on_dealer_website &&
    row.item_type === 'car' &&
    Number(row.year) >= 2024 &&
    row.make !== 'Kia' &&
    row.stocknum !== 'S1010' &&
    (['in_stock', 'coming_soon'].includes(String(row.status)) ||
      (row.status === 'sold' && (row.sold_at ?? 0) >= soldSince)),
);
const visibleIds = new Set(visible.map(({ id }) => id));
const SECRETS = /Secretmake|Hiddenmake|Oldmake|Soldmake|Withdrawnmake|Boatmake|Wallsend/;
const KEYS = new Set<string>([...CARD_FIELDS, 'views', 'distance_km']);
const CODES: Readonly<Record<number, readonly string[]>> = {
  400: ['bad_request', 'search_too_large', 'unknown_dealership'],
  422: ['invalid_postcode'],
};

const RESPOND = {
  search: respondToSearch,
  list: respondWithList,
  models: respondToModelSearch,
  offers: respondToOfferSearch,
} satisfies Record<HostileCall['call'], typeof respondToSearch>;

let at: ReturnType<typeof services>;

/**
 * The engine loads the dictionary of a script when it is first searched for, which takes longer than a search may.
 */
async function answered(call: HostileCall['call'], body: string, tries = 5): Promise<Response> {
  const request = new Request('http://riverbend.localhost/api/search', { method: 'POST', body });
  const response = await RESPOND[call](at, asker, request);
  return response.status === 503 && tries > 1 ? answered(call, body, tries - 1) : response;
}

it('SRCH-30 no body finds a foreign, hidden, sold or too old vehicle, or gets a status other than 200, 400 and 422', {
  timeout: 600_000,
}, async () => {
  const seen = { asked: 0, found: 0, hits: 0, placed: 0, nowhere: 0 };
  await fc.assert(
    fc.asyncProperty(hostileCall, async ({ call, body }) => {
      const response = await answered(call, body);
      const answer = await response.json();
      seen.asked += 1;
      if (response.status === 422) seen.nowhere += 1;
      if (response.status !== 200) {
        expect(CODES[response.status]).toContain(answer.error.code);
        return;
      }
      const { hits, count = 0, facets = {} }: SearchFound = Array.isArray(answer) ? { hits: answer } : answer;
      seen.found += 1;
      seen.hits += hits.length;
      seen.placed += hits.filter(({ distance_km }) => distance_km !== undefined).length;
      expect(hits.length).toBeLessThanOrEqual(42);
      expect(count).toBeLessThanOrEqual(visible.length);
      for (const hit of hits) {
        expect(visibleIds).toContain(hit.id);
        expect(Object.keys(hit).filter((key) => !KEYS.has(key))).toEqual([]);
      }
      expect(JSON.stringify({ hits, facets })).not.toMatch(SECRETS);
      for (const { items } of Object.values(facets)) {
        for (const item of items) expect(item.count).toBeLessThanOrEqual(count);
      }
    }),
    runs(10_000),
  );
  // The bodies that were read are many, or this would prove little.
  expect(seen.found / seen.asked).toBeGreaterThan(0.3);
  expect(seen.hits).toBeGreaterThan(seen.asked);
  expect(seen.placed).toBeGreaterThan(0);
  expect(seen.nowhere).toBeGreaterThan(0);
});
