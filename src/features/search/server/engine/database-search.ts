import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Tenants } from '#src/dealer-files/fleet/tenants.ts';
import {
  type CardDocument,
  type SearchDocument,
  toCard,
} from '#src/features/search/index/search-document.ts';
import { type StockScope, scopeJudge } from '#src/features/search/index/stock-scope.ts';
import { documentBasis, toSearchDocument } from '#src/features/search/index/to-search-document.ts';
import { RECOMMENDED_ORDER } from '#src/features/search/search-index.ts';
import { presentVehicles } from '#src/features/stock/server/queries/index-change-queries.ts';
import { reservedAt, stockVersion } from '#src/features/stock/server/queries/stock-queries.ts';
import { toStockedVehicle } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { batches } from '#src/platform/queue/batches.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { countFacets, evaluateQuery, type Findable, findable, inOrder } from './evaluate-query.ts';
import type { InstantResult, VehicleSearch } from './vehicle-search.ts';

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

const asReserved = (card: CardDocument): CardDocument => ({ ...card, reserved: true, reservable: false });

/**
 * BUY-01: cards of vehicles that a shopper has just reserved say so at once: documents of the engine follow
 * within seconds. If reservations cannot be read, cards are as the engine has them.
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
    // The engine works on the search while reservations are read.
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
