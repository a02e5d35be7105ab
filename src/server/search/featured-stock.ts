import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { engineSort } from '#src/domain/search/sort.ts';
import { type StockCondition, stockScope } from '#src/domain/search/stock-scope.ts';
import type { Services } from '../services.ts';
import { isSearchUnavailable } from './search-failure.ts';

/** SRCH-25. */
export const FEATURED_LIMIT = 6;

/**
 * Cars worth showing off: in stock, with more than one photo, best ranked first.
 * @returns none while the search engine is unavailable; the page does without
 */
export async function featuredStock(
  services: Pick<Services, 'search' | 'clock' | 'log'>,
  dealer: DealerConfig,
  options: { usedOnly?: boolean } = {},
): Promise<CardDocument[]> {
  const worthShowing: StockCondition[] = [
    { field: 'status', among: ['in_stock'] },
    { field: 'photos_count', atLeast: 2 },
  ];
  if (options.usedOnly) worthShowing.push({ field: 'car_type', among: ['used'] });
  try {
    return await services.search.cards({
      within: stockScope(dealer, services.clock, worthShowing),
      sort: engineSort('custom_rank', ''),
      limit: FEATURED_LIMIT,
    });
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error({ dealer: dealer.slug, reason: error.message }, 'featured stock is unavailable');
    return [];
  }
}
