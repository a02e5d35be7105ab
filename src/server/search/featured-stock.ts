import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { SortKey } from '#src/config/sections/search.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { engineSort } from '#src/domain/search/sort.ts';
import { type StockCondition, stockScope } from '#src/domain/search/stock-scope.ts';
import type { Services } from '../services.ts';
import { isSearchUnavailable } from './search-failure.ts';

/** SRCH-25. */
export const FEATURED_LIMIT = 6;

type StockServices = Pick<Services, 'search' | 'clock' | 'log'>;

const IN_STOCK: StockCondition = { field: 'status', among: ['in_stock'] };

/** None while the search engine is unavailable; the page does without. */
async function fewCards(
  services: StockServices,
  dealer: DealerConfig,
  conditions: readonly StockCondition[],
  sortBy: SortKey,
): Promise<CardDocument[]> {
  try {
    return await services.search.cards({
      within: stockScope(dealer, services.clock, [IN_STOCK, ...conditions]),
      sort: engineSort(sortBy, '', dealer),
      limit: FEATURED_LIMIT,
    });
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error({ dealer: dealer.slug, reason: error.message }, 'featured stock is unavailable');
    return [];
  }
}

/** Featured cars: in stock, with more than one photo, best ranked first. */
export const featuredStock = (
  services: StockServices,
  dealer: DealerConfig,
  options: { usedOnly?: boolean } = {},
): Promise<CardDocument[]> =>
  fewCards(
    services,
    dealer,
    [
      { field: 'photos_count', atLeast: 2 },
      ...(options.usedOnly ? [{ field: 'car_type' as const, among: ['used'] }] : []),
    ],
    'custom_rank',
  );

/** What came in last, for a page that knows nothing better to show. */
export const newestStock = (services: StockServices, dealer: DealerConfig): Promise<CardDocument[]> =>
  fewCards(services, dealer, [], 'latest');
