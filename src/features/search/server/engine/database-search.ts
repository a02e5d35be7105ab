import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Tenants } from '#src/dealer-files/fleet/tenants.ts';
import {
  type CardDocument,
  type SearchDocument,
  toCard,
} from '#src/features/search/index/search-document.ts';
import { documentBasis, toSearchDocument } from '#src/features/search/index/to-search-document.ts';
import { RECOMMENDED_ORDER } from '#src/features/search/search-index.ts';
import { presentVehicles } from '#src/features/stock/server/queries/index-change-queries.ts';
import { reservedAt, stockVersion } from '#src/features/stock/server/queries/stock-queries.ts';
import { type StockScope, scopePredicate } from '#src/features/stock/visible-stock.ts';
import { toStockedVehicle } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { batches } from '#src/platform/queue/batches.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { countFacets, evaluateQuery, type Findable, findable, inOrder } from './evaluate-query.ts';
import type { InstantResult, VehicleSearch } from './vehicle-search.ts';

/** Across all dealers; about 4 KB each. */
const MAX_CACHED_VEHICLES = 40_000;
/** Vehicles processed, in about 10 ms, before yielding to the event loop. */
const BATCH_SIZE = 200;

type Stock = { basis: string; found: Promise<readonly Findable[]> };

/**
 * Fallback for when the search engine is unavailable: exact results, counts and prices, but simple ranking. A dealer's
 * vehicles are cached until its stock changes.
 */
export function createDatabaseSearch(services: {
  db: Database;
  tenants: Pick<Tenants, 'bySlug'>;
  clock: Clock;
}): VehicleSearch {
  const { db, tenants, clock } = services;
  const cache = new LRUCache<string, Stock & { size: number }>({
    maxSize: MAX_CACHED_VEHICLES,
    sizeCalculation: ({ size }) => size,
  });

  async function read(slug: string): Promise<Findable[]> {
    const dealer = tenants.bySlug(slug);
    if (!dealer) return [];
    const documents: SearchDocument[] = [];
    for await (const rows of presentVehicles(db, { of: [slug] }, BATCH_SIZE)) {
      for (const row of rows) documents.push(toSearchDocument(toStockedVehicle(row), dealer, clock));
      await setImmediate();
    }
    return inOrder(documents, RECOMMENDED_ORDER).map(findable);
  }

  async function stockOf(slug: string): Promise<readonly Findable[]> {
    const dealer = tenants.bySlug(slug);
    const basis = `${await stockVersion(db, slug)} ${dealer ? documentBasis(dealer, clock) : ''}`;
    const cached = cache.get(slug);
    if (cached?.basis === basis) return cached.found;
    const found = read(slug);
    cache.set(slug, { basis, found, size: 1 });
    try {
      cache.set(slug, {
        basis,
        found,
        size: Math.min(Math.max(1, (await found).length), MAX_CACHED_VEHICLES),
      });
    } catch (error) {
      cache.delete(slug);
      throw error;
    }
    return found;
  }

  /** Vehicles whose searchable words are computed. */
  const computed = new WeakSet<Findable>();

  async function computeWords(stock: readonly Findable[]): Promise<void> {
    const others = stock.filter((one) => !computed.has(one));
    for (const batch of batches(others, BATCH_SIZE)) {
      for (const one of batch) {
        one.words();
        computed.add(one);
      }
      await setImmediate();
    }
  }

  async function inScope(scope: StockScope): Promise<Findable[]> {
    const stock = await stockOf(scope.dealer);
    const isInScope = scopePredicate(scope);
    return stock.filter(({ document }) => isInScope(document));
  }

  return {
    async instant(queries, within, signal) {
      const stock = await inScope(within);
      if (queries.some(({ query }) => query.trim() !== '')) await computeWords(stock);
      const results: InstantResult[] = [];
      for (const query of queries) {
        signal?.throwIfAborted();
        results.push(evaluateQuery(stock, query));
        // Yields to other requests between the queries of one request.
        await setImmediate();
      }
      return results;
    },
    async cards({ within, sort, limit }) {
      const stock = await inScope(within);
      const documents = stock.map(({ document }) => document);
      return inOrder(documents, sort).slice(0, limit).map(toCard);
    },
    async facetCounts(within, facets) {
      const stock = await inScope(within);
      return countFacets(
        stock.map(({ document }) => document),
        facets,
      );
    },
  };
}

const asReserved = (card: CardDocument): CardDocument => ({ ...card, reserved: true, reservable: false });

/**
 * BUY-01: marks reserved vehicles from the database, as the index lags by seconds. If reservations cannot be read,
 * cards show the state of the index.
 */
export function createReservedSearch(
  search: VehicleSearch,
  { db, log }: { db: Database; log: Pick<Logger, 'error'> },
): VehicleSearch {
  async function reservedOf(dealer: string): Promise<ReadonlySet<string>> {
    try {
      return await reservedAt(db, dealer);
    } catch (error) {
      log.error(
        { dealer, reason: error instanceof Error ? error.message : 'unknown' },
        'reservations not read',
      );
      return new Set();
    }
  }
  const marked = (cards: CardDocument[], reserved: ReadonlySet<string>): CardDocument[] =>
    reserved.size === 0 ? cards : cards.map((card) => (reserved.has(card.id) ? asReserved(card) : card));

  return {
    // Runs the search and the read of reservations in parallel.
    async instant(queries, within, signal) {
      const [results, reserved] = await Promise.all([
        search.instant(queries, within, signal),
        reservedOf(within.dealer),
      ]);
      return results.map((result) => ({ ...result, hits: marked(result.hits, reserved) }));
    },
    async cards(options) {
      const [cards, reserved] = await Promise.all([search.cards(options), reservedOf(options.within.dealer)]);
      return marked(cards, reserved);
    },
    facetCounts: search.facetCounts,
  };
}
