import type { DealerConfig } from '#src/config/dealer-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import type { SortKey } from '#src/config/sections/stock/search-section.ts';
import {
  type LinkedStock,
  NO_SHOWROOM,
  NO_STOCK,
  type ShowroomStock,
  type StockLine,
} from '#src/features/search/index/search-document.ts';
import { engineSort } from '#src/features/search/search-index.ts';
import { shownCount } from '#src/features/search/search-wording.ts';
import type { InstantQuery, InstantResult } from '#src/features/search/server/engine/vehicle-search.ts';
import { isSearchUnavailable } from '#src/features/search/server/search-failure.ts';
import { filtersOf } from '#src/features/search/server/understand-query.ts';
import { stockScope } from '#src/features/stock/visible-stock.ts';
import { CAR_TYPES } from '#src/features/vehicle/vehicle.ts';
import type { Services } from '#src/server/services.ts';
import { prepareSearch } from './prepare-search.ts';

/*
 * One rule for counts: a number of vehicles is the number that the linked search page lists, so it includes what is
 * coming soon and just sold. Prices and pictures are those of vehicles for sale.
 */

export type LinkedStockServices = Pick<Services, 'search' | 'vocabulary' | 'db' | 'clock' | 'log'>;
type Groups = InstantQuery['facetFilters'];

const FOR_SALE = ['status:in_stock'];
const FRESH = ['car_type:new', 'car_type:demo'];
const USED = ['car_type:used'];

export const queryOf = (facetFilters: Groups, more: Partial<InstantQuery> = {}): InstantQuery => ({
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

/** @param find the stock within the filters of the link @returns `none` if the search is unavailable */
export async function stockBehind<Stock>(
  services: LinkedStockServices,
  dealer: DealerConfig,
  link: string,
  { find, none }: { find: (groups: Groups) => Promise<Stock>; none: Stock },
): Promise<Stock> {
  try {
    const groups = await filtersAt(services, dealer, link);
    return groups ? await find(groups) : none;
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error({ dealer: dealer.slug, reason: error.message }, 'stock of a page is unavailable');
    return none;
  }
}

type LinkedStockOptions = {
  limit: number;
  sort: SortKey;
  /** Filter of vehicles to list first: `location_name:Moorooka`. */
  first?: string;
};

/** The stock behind a link to a search page. Empty if the search is unavailable. */
export const linkedStock = (
  services: LinkedStockServices,
  dealer: DealerConfig,
  link: string,
  { limit, sort, first }: LinkedStockOptions,
): Promise<LinkedStock> =>
  stockBehind<LinkedStock>(services, dealer, link, {
    none: NO_STOCK,
    async find(groups) {
      const page = { sort: engineSort(sort, '', dealer), hitsPerPage: limit };
      const [all, shown, before, ofFirst] = await services.search.instant(
        [
          queryOf(groups),
          queryOf([...groups, FOR_SALE], page),
          ...(first ? [queryOf([...groups, [first], FOR_SALE], page), queryOf([...groups, [first]])] : []),
        ],
        stockScope(dealer, services.clock),
      );
      const hits = [...(before?.hits ?? []), ...(shown?.hits ?? [])];
      return {
        count: shownCount(all?.nbHits ?? 0, dealer.search.stockCount),
        countOfFirst: ofFirst && shownCount(ofFirst.nbHits, dealer.search.stockCount),
        forSale: shown?.nbHits ?? 0,
        cars: [...new Map(hits.map((car) => [car.slug, car])).values()].slice(0, limit),
      };
    },
  });

/** Vehicles behind links to search pages, by link; 0 for one that leads to none for sale. */
export async function linkedCounts(
  services: LinkedStockServices,
  dealer: DealerConfig,
  links: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, number>> {
  const named = [...new Set(links.filter((link) => link !== undefined))];
  const counts = named.map(async (link) => {
    const { count, forSale } = await linkedStock(services, dealer, link, { limit: 0, sort: 'latest' });
    return [link, forSale > 0 ? count : 0] as const;
  });
  return new Map(await Promise.all(counts));
}

export const MAX_LINES = 8;

/** Groups the different spellings of a model in feeds. */
function spellings(counts: Readonly<Record<string, number>>): { names: string[]; count: number }[] {
  const bySlug = Map.groupBy(Object.entries(counts), ([name]) => slugOf(name));
  return [...bySlug.values()]
    .map((same) => ({
      names: same.sort(([, a], [, b]) => b - a).map(([name]) => name),
      count: same.reduce((sum, [, count]) => sum + count, 0),
    }))
    .sort((a, b) => b.count - a.count || (a.names[0] ?? '').localeCompare(b.names[0] ?? ''));
}

const byCount = (counts: Readonly<Record<string, number>> = {}) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([value]) => value);

/** The queries for the cheapest vehicle of each condition, in the order of `pricesFrom`. */
const cheapestQueries = (groups: Groups, dealer: DealerConfig): InstantQuery[] =>
  CAR_TYPES.map((type) =>
    queryOf([...groups, FOR_SALE, [`car_type:${type}`]], {
      ...{ sort: engineSort('price_asc', '', dealer), hitsPerPage: 1, facets: ['body'] },
    }),
  );

const pricesFrom = (results: readonly (InstantResult | undefined)[]): ShowroomStock['from'] =>
  CAR_TYPES.flatMap((condition, at) => {
    const cheapest = results[at]?.hits[0];
    return cheapest ? [{ condition, cheapest }] : [];
  });

/**
 * The stock of a brand or a model behind a link to its search page, with new and demo vehicles apart from used ones.
 * Empty if the search is unavailable.
 * @param linesOf facet to group lines by
 */
export const showroomStock = (
  services: LinkedStockServices,
  dealer: DealerConfig,
  link: string,
  { limit, linesOf }: { limit: number; linesOf?: 'model' | 'badge' },
): Promise<ShowroomStock> =>
  stockBehind<ShowroomStock>(services, dealer, link, {
    none: NO_SHOWROOM,
    async find(groups) {
      const within = stockScope(dealer, services.clock);
      const newest = { sort: engineSort('latest', '', dealer), hitsPerPage: limit };
      const [all, fresh, used, ...cheapest] = await services.search.instant(
        [
          queryOf(groups, { facets: linesOf ? [linesOf] : [] }),
          queryOf([...groups, FOR_SALE, FRESH], newest),
          queryOf([...groups, FOR_SALE, USED], newest),
          ...cheapestQueries(groups, dealer),
        ],
        within,
      );
      const named = linesOf ? spellings(all?.facets[linesOf] ?? {}).slice(0, MAX_LINES) : [];
      const found = await services.search.instant(
        named.flatMap(({ names }) =>
          cheapestQueries([...groups, names.map((name) => `${linesOf}:${name}`)], dealer),
        ),
        within,
      );
      const lines = named.map(({ names, count }, line): StockLine => {
        const results = found.slice(line * CAR_TYPES.length, (line + 1) * CAR_TYPES.length);
        const bodies = new Set(results.flatMap((result) => byCount(result.facets.body)));
        return { names, count, from: pricesFrom(results), bodies: [...bodies] };
      });
      return {
        count: shownCount(all?.nbHits ?? 0, dealer.search.stockCount),
        from: pricesFrom(cheapest),
        fresh: fresh?.hits ?? [],
        used: used?.hits ?? [],
        lines: lines.filter(({ from }) => from.length > 0),
      };
    },
  });
