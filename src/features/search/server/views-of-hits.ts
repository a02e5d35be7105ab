import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { viewsOf } from '#src/features/vehicle/server/queries/vehicle-view-queries.ts';
import type { Services } from '#src/server/services.ts';

/**
 * CARD-01: adds page views if the dealer's cards show them. They change with every visit, so they are read from the
 * database rather than the index.
 */
export async function withViews<R extends { hits: CardDocument[] }>(
  { db, log }: Pick<Services, 'db' | 'log'>,
  dealer: Pick<DealerConfig, 'slug' | 'card'>,
  results: readonly R[],
): Promise<readonly R[]> {
  const ids = results.flatMap(({ hits }) => hits.map(({ id }) => id));
  if (!dealer.card.views || ids.length === 0) return results;
  try {
    const views = await viewsOf(db, dealer.slug, ids);
    const viewed = (card: CardDocument) => ({ ...card, views: views.get(card.id) ?? 0 });
    return results.map((result) => ({ ...result, hits: result.hits.map(viewed) }));
  } catch (error) {
    log.error({ dealer: dealer.slug, reason: String(error) }, 'views of vehicles are unavailable');
    return results;
  }
}
