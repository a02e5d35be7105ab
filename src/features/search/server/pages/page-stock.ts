import type { DealerConfig } from '#src/config/dealer-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import type { SortKey } from '#src/config/sections/stock/search-section.ts';
import { BODY_LABELS } from '#src/features/search/facets/facets.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { engineSort } from '#src/features/search/search-index.ts';
import { ALL_STOCK_PATH } from '#src/features/search/search-scope.ts';
import { isSearchUnavailable } from '#src/features/search/server/search-failure.ts';
import { type StockCondition, stockScope } from '#src/features/stock/visible-stock.ts';
import { BODIES_OF_ANY_SHAPE } from '#src/features/vehicle/body-words.ts';
import type { Services } from '#src/server/services.ts';

/** SRCH-25. */
export const FEATURED_LIMIT = 6;

type StockServices = Pick<Services, 'search' | 'clock' | 'log'>;

const IN_STOCK: StockCondition = { field: 'status', among: ['in_stock'] };

/** Empty if the search is unavailable. */
async function findCards(
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

/** In stock, with more than one photo, best rank first. */
export const featuredStock = (
  services: StockServices,
  dealer: DealerConfig,
  options: { usedOnly?: boolean; limit?: number } = {},
): Promise<CardDocument[]> =>
  findCards(
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
 * Cards of the home page: featured vehicles, and used ones for the finance section, preferably not featured (FIN-18).
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

export const newestStock = (services: StockServices, dealer: DealerConfig): Promise<CardDocument[]> =>
  findCards(services, dealer, [], 'latest');

export type BrowseTile = { text: string; href: string; count: number };
export type HomeStock = { bodies: BrowseTile[]; makes: BrowseTile[] };

const MAX_TILES = 12;

const largestFirst = (tiles: readonly BrowseTile[]) =>
  [...tiles].sort((a, b) => b.count - a.count || a.text.localeCompare(b.text)).slice(0, MAX_TILES);

/** Stored body types that share a label share a tile (decision 15). */
function bodyTiles(counts: Readonly<Record<string, number>>): BrowseTile[] {
  const shapes = Object.keys(counts).filter((body) => !BODIES_OF_ANY_SHAPE.has(body));
  const byLabel = Map.groupBy(shapes, (body) => BODY_LABELS[body] ?? body);
  return [...byLabel].map(([text, bodies]) => ({
    text,
    href: `${ALL_STOCK_PATH}?${new URLSearchParams(bodies.sort().map((body) => ['body', body]))}`,
    count: bodies.reduce((sum, body) => sum + (counts[body] ?? 0), 0),
  }));
}

/** The stock overview of the home page (SRCH-24); empty if the search is unavailable. */
export async function homeStock(
  services: Pick<Services, 'vocabulary' | 'log'>,
  dealer: DealerConfig,
): Promise<HomeStock> {
  try {
    const { makes, bodies } = await services.vocabulary.overview(dealer);
    return {
      bodies: largestFirst(bodyTiles(bodies)),
      makes: largestFirst(
        Object.entries(makes).map(([text, count]) => ({ text, href: `/search/${slugOf(text)}`, count })),
      ),
    };
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error({ dealer: dealer.slug, reason: String(error) }, 'stock overview is unavailable');
    return { bodies: [], makes: [] };
  }
}
