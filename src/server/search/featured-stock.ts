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
  limit = FEATURED_LIMIT,
): Promise<CardDocument[]> {
  try {
    return await services.search.cards({
      within: stockScope(dealer, services.clock, [IN_STOCK, ...conditions]),
      sort: engineSort(sortBy, '', dealer),
      limit,
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
  options: { usedOnly?: boolean; limit?: number } = {},
): Promise<CardDocument[]> =>
  fewCards(
    services,
    dealer,
    [
      { field: 'photos_count', atLeast: 2 },
      ...(options.usedOnly ? [{ field: 'car_type' as const, among: ['used'] }] : []),
    ],
    'custom_rank',
    options.limit,
  );

/**
 * Cards of the home page: those featured, and used cars for its finance block, first those that are not featured
 * (FIN-18).
 */
export async function homeCards(
  services: StockServices,
  dealer: DealerConfig,
): Promise<{ featured: CardDocument[]; financed: CardDocument[] }> {
  const hasFinance = dealer.finance.getFinanceNow.includes('home');
  const [featured, used] = await Promise.all([
    featuredStock(services, dealer),
    hasFinance ? featuredStock(services, dealer, { usedOnly: true, limit: 2 * FEATURED_LIMIT }) : [],
  ]);
  const shown = new Set(featured.map(({ id }) => id));
  const [again, others] = [used.filter(({ id }) => shown.has(id)), used.filter(({ id }) => !shown.has(id))];
  return { featured, financed: [...others, ...again].slice(0, FEATURED_LIMIT) };
}

/** What came in last, for a page that knows nothing better to show. */
export const newestStock = (services: StockServices, dealer: DealerConfig): Promise<CardDocument[]> =>
  fewCards(services, dealer, [], 'latest');
