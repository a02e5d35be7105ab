import type { Logger } from 'pino';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import type { Database } from '#src/providers/database/database.ts';
import { reservedAt } from '#src/providers/database/stocked-rows.ts';
import type { VehicleSearch } from '#src/providers/search-engine/vehicle-search.ts';

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
