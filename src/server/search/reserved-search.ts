import type { Logger } from 'pino';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import type { Database } from '#src/providers/database/database.ts';
import { reservedAmong } from '#src/providers/database/stocked-rows.ts';
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
  async function reservedOf(dealer: string, cards: readonly CardDocument[]): Promise<ReadonlySet<string>> {
    if (cards.length === 0) return new Set();
    try {
      return await reservedAmong(
        db,
        dealer,
        cards.map(({ id }) => id),
      );
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
    async instant(queries, within, signal) {
      const results = await search.instant(queries, within, signal);
      const reserved = await reservedOf(
        within.dealer,
        results.flatMap(({ hits }) => hits),
      );
      return results.map((result) => ({ ...result, hits: marked(result.hits, reserved) }));
    },
    async cards(options) {
      const cards = await search.cards(options);
      return marked(cards, await reservedOf(options.within.dealer, cards));
    },
    facetCounts: search.facetCounts,
  };
}
