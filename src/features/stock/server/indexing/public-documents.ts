import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { SearchDocument } from '#src/features/search/index/search-document.ts';
import { toSearchDocument } from '#src/features/search/index/to-search-document.ts';
import {
  createDatabaseSearch,
  createReservedSearch,
} from '#src/features/search/server/engine/database-search.ts';
import { createStockVocabulary } from '#src/features/search/server/stock-vocabulary.ts';
import { reservedAt } from '#src/features/stock/server/queries/stock-queries.ts';
import { scopePredicate, stockScope } from '#src/features/stock/visible-stock.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Services } from '#src/server/services.ts';

/** Current public search documents of a dealer, as the index would have them. */
export async function publicDocuments(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
): Promise<SearchDocument[]> {
  const isShown = scopePredicate(stockScope(dealer, clock));
  const vehicles = await presentVehicles(db, dealer.slug);
  const documents = vehicles.map((vehicle) => toSearchDocument(vehicle, dealer, clock)).filter(isShown);
  const reserved = await reservedAt(db, dealer.slug);
  return documents.map((document) =>
    reserved.has(document.id) ? { ...document, reserved: true, reservable: false } : document,
  );
}

/** Replaces the search engine with the database, for rendering all pages. */
export function withoutEngine(services: Services): Services {
  const search = createReservedSearch(createDatabaseSearch(services), services);
  return { ...services, search, vocabulary: createStockVocabulary(search, services.clock) };
}
