import type { DealerConfig } from '#src/config/dealer-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import type { FacetName, SortKey } from '#src/config/sections/stock/search-section.ts';
import { BODIES_OF_ANY_SHAPE, BODY_LABELS } from '#src/features/search/facets/facets.ts';
import { type CardDocument, type LinkedStock, NO_STOCK } from '#src/features/search/index/search-document.ts';
import { engineSort } from '#src/features/search/search-index.ts';
import { ALL_STOCK_PATH } from '#src/features/search/search-scope.ts';
import { shownCount } from '#src/features/search/search-wording.ts';
import type { InstantQuery } from '#src/features/search/server/engine/vehicle-search.ts';
import { isSearchUnavailable } from '#src/features/search/server/search-failure.ts';
import { filtersOf } from '#src/features/search/server/understand-query.ts';
import { type StockCondition, stockScope } from '#src/features/stock/visible-stock.ts';
import type { Services } from '#src/server/services.ts';
import { prepareSearch } from './prepare-search.ts';

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
export type HomeStock = { total: number | null; bodies: BrowseTile[]; makes: BrowseTile[] };

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
    const { makes, bodies, total } = await services.vocabulary.overview(dealer);
    return {
      total: shownCount(total, dealer.search.stockCount),
      bodies: largestFirst(bodyTiles(bodies)),
      makes: largestFirst(
        Object.entries(makes).map(([text, count]) => ({ text, href: `/search/${slugOf(text)}`, count })),
      ),
    };
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error({ dealer: dealer.slug, reason: String(error) }, 'stock overview is unavailable');
    return { total: null, bodies: [], makes: [] };
  }
}

export type LinkedStockOptions = {
  limit: number;
  sort: SortKey;
  /** Filter of vehicles to list first: `location_name:Moorooka`. */
  first?: string;
  /** Facet to group lines by. */
  linesOf?: 'model' | 'badge';
};

export const MAX_LINES = 8;

type LinkedStockServices = Pick<Services, 'search' | 'vocabulary' | 'db' | 'clock' | 'log'>;
type Groups = InstantQuery['facetFilters'];

const FOR_SALE = ['status:in_stock'];

const queryOf = (facetFilters: Groups, more: Partial<InstantQuery> = {}): InstantQuery => ({
  ...{ sort: [], query: '', page: 0, hitsPerPage: 0, facets: [], numericFilters: [] },
  facetFilters,
  ...more,
});

/** @returns undefined if the link is not to a search page @throws SearchUnavailable */
async function filtersAt(
  services: LinkedStockServices,
  dealer: DealerConfig,
  link: string,
): Promise<Groups | undefined> {
  const { pathname, searchParams } = new URL(link, 'http://site');
  const prepared = await prepareSearch(
    services,
    dealer,
    pathname.split('/').slice(2).join('/'),
    searchParams,
  );
  return prepared.kind === 'search' ? filtersOf(prepared.state).facetFilters : undefined;
}

/** Groups the different spellings of a model in feeds. */
function spellings(counts: Readonly<Record<string, number>>): { names: string[]; count: number }[] {
  const bySlug = Map.groupBy(Object.entries(counts), ([name]) => slugOf(name));
  return [...bySlug.values()]
    .map((same) => ({
      names: same.sort(([, a], [, b]) => b - a).map(([name]) => name),
      count: same.reduce((sum, [, count]) => sum + count, 0),
    }))
    .sort((a, b) => b.count - a.count || (a.names[0] ?? '').localeCompare(b.names[0] ?? ''))
    .slice(0, MAX_LINES);
}

async function find(
  services: LinkedStockServices,
  dealer: DealerConfig,
  groups: Groups,
  { limit, sort, first, linesOf }: LinkedStockOptions,
): Promise<LinkedStock> {
  const within = stockScope(dealer, services.clock);
  const counted: FacetName[] = ['make', ...(linesOf ? [linesOf] : [])];
  const newest = { sort: engineSort(sort, '', dealer), hitsPerPage: limit, facets: counted };
  const cheapest = { sort: engineSort('price_asc', '', dealer), hitsPerPage: 1 };
  const [all, shown, lowest, before, ofFirst] = await services.search.instant(
    [
      queryOf(groups, { facets: ['make'] }),
      queryOf([...groups, FOR_SALE], newest),
      queryOf([...groups, FOR_SALE], cheapest),
      ...(first ? [queryOf([...groups, [first], FOR_SALE], newest), queryOf([...groups, [first]])] : []),
    ],
    within,
  );
  const cars = new Map([...(before?.hits ?? []), ...(shown?.hits ?? [])].map((car) => [car.slug, car]));
  const lines = linesOf ? spellings(shown?.facets[linesOf] ?? {}) : [];
  const found = await services.search.instant(
    lines.map(({ names }) =>
      queryOf([...groups, names.map((name) => `${linesOf}:${name}`), FOR_SALE], {
        ...{ ...cheapest, facets: ['body'] },
      }),
    ),
    within,
  );
  return {
    count: shownCount(all?.nbHits ?? 0, dealer.search.stockCount),
    countOfFirst: ofFirst && shownCount(ofFirst.nbHits, dealer.search.stockCount),
    inStock: shown?.nbHits ?? 0,
    cheapest: lowest?.hits[0],
    cars: [...cars.values()].slice(0, limit),
    lines: lines.map(({ names: [name = ''], count }, at) => {
      const bodies = Object.entries(found[at]?.facets.body ?? {}).sort(([, a], [, b]) => b - a);
      return { name, count, cheapest: found[at]?.hits[0], bodies: bodies.map(([body]) => body) };
    }),
  };
}

/**
 * The stock behind a link to a search page, so that figures match those of the linked page. Empty if the search is
 * unavailable.
 */
export async function linkedStock(
  services: LinkedStockServices,
  dealer: DealerConfig,
  link: string,
  options: LinkedStockOptions,
): Promise<LinkedStock> {
  try {
    const groups = await filtersAt(services, dealer, link);
    return groups ? await find(services, dealer, groups, options) : NO_STOCK;
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error({ dealer: dealer.slug, reason: error.message }, 'stock of a page is unavailable');
    return NO_STOCK;
  }
}
