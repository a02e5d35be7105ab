import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { batches } from '#src/domain/batches.ts';
import type { Clock } from '#src/domain/clock.ts';
import { toCard } from '#src/domain/search/card-document.ts';
import type { SearchDocument } from '#src/domain/search/search-document.ts';
import { RECOMMENDED_ORDER } from '#src/domain/search/sort.ts';
import { type StockScope, scopeJudge } from '#src/domain/search/stock-scope.ts';
import { documentBasis, toSearchDocument } from '#src/domain/search/to-search-document.ts';
import type { Database } from '#src/providers/database/database.ts';
import { presentVehicles } from '#src/providers/database/index-changes.ts';
import { stockVersion } from '#src/providers/database/stock-versions.ts';
import { toStockedVehicle } from '#src/providers/database/vehicles.ts';
import type { InstantResult } from '#src/providers/search-engine/instant-query.ts';
import type { VehicleSearch } from '#src/providers/search-engine/vehicle-search.ts';
import type { Tenants } from '../tenants.ts';
import { countFacets, evaluateQuery, type Findable, findable, inOrder } from './evaluate-query.ts';

/** Vehicles held in memory, of all dealers together; about 4 KB each. */
const MAX_VEHICLES_HELD = 40_000;
/** Vehicles that are read before other requests are served: some ten milliseconds. */
const AT_ONCE = 200;

type Stock = { basis: string; found: Promise<readonly Findable[]> };

/**
 * Searches the database while the search engine is unavailable: with correct results, counts and prices, but simple
 * ranking. A dealer's vehicles are read once and held until its stock changes.
 */
export function createDatabaseSearch(services: {
  db: Database;
  tenants: Pick<Tenants, 'bySlug'>;
  clock: Clock;
}): VehicleSearch {
  const { db, tenants, clock } = services;
  const held = new LRUCache<string, Stock & { size: number }>({
    maxSize: MAX_VEHICLES_HELD,
    sizeCalculation: ({ size }) => size,
  });

  async function read(slug: string): Promise<Findable[]> {
    const dealer = tenants.bySlug(slug);
    if (!dealer) return [];
    const documents: SearchDocument[] = [];
    for await (const rows of presentVehicles(db, { of: [slug] }, AT_ONCE)) {
      for (const row of rows) documents.push(toSearchDocument(toStockedVehicle(row), dealer, clock));
      await setImmediate();
    }
    return inOrder(documents, RECOMMENDED_ORDER).map(findable);
  }

  async function stockOf(slug: string): Promise<readonly Findable[]> {
    const dealer = tenants.bySlug(slug);
    const basis = `${await stockVersion(db, slug)} ${dealer ? documentBasis(dealer, clock) : ''}`;
    const known = held.get(slug);
    if (known?.basis === basis) return known.found;
    const found = read(slug);
    held.set(slug, { basis, found, size: 1 });
    try {
      held.set(slug, { basis, found, size: Math.min(Math.max(1, (await found).length), MAX_VEHICLES_HELD) });
    } catch (error) {
      held.delete(slug);
      throw error;
    }
    return found;
  }

  /** Vehicles whose words have been found, for the first query that had some. */
  const withWords = new WeakSet<Findable>();

  async function findWords(stock: readonly Findable[]): Promise<void> {
    const others = stock.filter((one) => !withWords.has(one));
    for (const batch of batches(others, AT_ONCE)) {
      for (const one of batch) {
        one.words();
        withWords.add(one);
      }
      await setImmediate();
    }
  }

  async function inside(scope: StockScope): Promise<Findable[]> {
    const stock = await stockOf(scope.dealer);
    const isInScope = scopeJudge(scope);
    return stock.filter(({ document }) => isInScope(document));
  }

  return {
    async instant(queries, within, signal) {
      const stock = await inside(within);
      if (queries.some(({ query }) => query.trim() !== '')) await findWords(stock);
      const results: InstantResult[] = [];
      for (const query of queries) {
        signal?.throwIfAborted();
        results.push(evaluateQuery(stock, query));
        // Other requests are served in between, however many queries one shopper sends together.
        await setImmediate();
      }
      return results;
    },
    async cards({ within, sort, limit }) {
      const stock = await inside(within);
      const documents = stock.map(({ document }) => document);
      return inOrder(documents, sort).slice(0, limit).map(toCard);
    },
    async facetCounts(within, facets) {
      const stock = await inside(within);
      return countFacets(
        stock.map(({ document }) => document),
        facets,
      );
    },
  };
}
