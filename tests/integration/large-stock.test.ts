import { beforeAll, expect, inject, it } from 'vitest';
import type { SearchDocument } from '#src/features/search/index/search-document.ts';
import { engineSort, RECOMMENDED_ORDER, SORTS } from '#src/features/search/search-index.ts';
import { PAGE_SIZE } from '#src/features/search/search-state.ts';
import { evaluateQuery, findable, inOrder } from '#src/features/search/server/engine/evaluate-query.ts';
import {
  createVehicleSearch,
  type VehicleSearch,
} from '#src/features/search/server/engine/vehicle-search.ts';
import { createStockVocabulary } from '#src/features/search/server/stock-vocabulary.ts';
import { stockScope } from '#src/features/stock/visible-stock.ts';
import { openSqlite } from '#src/platform/database/engines/sqlite.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { respondToSearch } from '../fixtures/posted-search.ts';
import { searchDocument } from '../fixtures/search-documents.ts';
import { fillSearchIndex } from '../fixtures/test-search-index.ts';

const NOW = new Date('2026-07-10T02:00:00Z');
const clock = fixedClock(NOW.toISOString());
const COUNT = 2_132;
const engine = () => ({ host: inject('meiliHost'), key: inject('meiliKey'), index: 'large-stock' });
const dealer = demoDealers().find(({ slug }) => slug === 'riverbend');
if (!dealer) throw new Error('No dealer riverbend');
const within = stockScope(dealer, clock);

/** Imported together, with few prices: all orders have many equals. */
const documents = Array.from({ length: COUNT }, (_, n) =>
  searchDocument('riverbend', n, {
    now: NOW,
    change: {
      id: ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0'),
      ...{ status: 'in_stock', sold_at: null, show_on_dealer_website: true, reserved: false, year: 2025 },
      ...{ custom_rank: 0, created_at_timestamp: NOW.getTime() / 1000, price: 20_000 + (n % 3), km: n % 2 },
    } as Partial<SearchDocument>,
  }),
);
// Read in another order than the engine's, so that only a unique key makes both alike.
const stock = inOrder(documents.toReversed(), RECOMMENDED_ORDER).map(findable);
const database: Pick<VehicleSearch, 'instant'> = {
  instant: async (queries) => queries.map((query) => evaluateQuery(stock, query)),
};

const db = openSqlite(':memory:');
beforeAll(async () => {
  await fillSearchIndex(engine(), documents);
  await migrate(db);
  return () => db.destroy();
});

const all = { query: '', page: 0, hitsPerPage: COUNT, facets: [], facetFilters: [], numericFilters: [] };

/** One page after another: at once they would take the engine longer than a search may, and it would stop sorting. */
async function listed(search: Pick<VehicleSearch, 'instant'>, sort: readonly string[], hitsPerPage: number) {
  const ids: string[] = [];
  for (let page = 0; page * hitsPerPage < COUNT; page += 1) {
    const [result] = await search.instant([{ ...all, sort, page, hitsPerPage }], within);
    expect(result?.nbHits).toBe(COUNT);
    ids.push(...(result?.hits.map(({ id }) => id) ?? []));
  }
  return ids;
}

it.each(SORTS.filter((sort) => sort !== 'distance'))(
  'SRCH-34 by %s each of 2,132 vehicles is on one page, of the engine and of the database in the same order',
  async (sort) => {
    const rules = engineSort(sort, '', dealer);
    const found = await listed(createVehicleSearch(engine()), rules, 2 * PAGE_SIZE);
    const standIn = await listed(database, rules, COUNT);
    expect(new Set(found).size).toBe(COUNT);
    expect(found).toEqual(standIn);
  },
);

it('SRCH-34 a response names its source', async () => {
  const query = { ...all, hitsPerPage: 1, sort: [] };
  const [[found], [standIn]] = await Promise.all([
    createVehicleSearch(engine()).instant([query], within),
    database.instant([query], within),
  ]);
  expect([found?.source, standIn?.source]).toEqual(['engine', 'database']);
});

it('SRCH-34 SRCH-29 /api/search counts all of them and reaches the last by its offset', async () => {
  const search = createVehicleSearch(engine());
  const services = { search, clock, db, log: { error: () => {} } as never };
  const ask = async (offset: number) => {
    const vocabulary = createStockVocabulary(search, clock);
    const response = await respondToSearch(
      { ...services, vocabulary, locate: async () => undefined },
      dealer,
      new Request('https://riverbend.test/api/search', {
        method: 'POST',
        body: JSON.stringify({ offset, hitsPerPage: 21 }),
      }),
    );
    return (await response.json()) as {
      count: number;
      pages: number;
      source: string;
      hits: { id: string }[];
    };
  };
  const [all, last, beyond] = [await ask(0), await ask(2_121), await ask(COUNT)];
  expect([all.count, all.pages, all.source]).toEqual([COUNT, 102, 'engine']);
  expect(last.hits).toHaveLength(11);
  expect(beyond.hits).toEqual([]);
});
