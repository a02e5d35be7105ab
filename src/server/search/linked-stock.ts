import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FacetName, SortKey } from '#src/config/sections/search.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { shownCount } from '#src/domain/search/shown-count.ts';
import { engineSort } from '#src/domain/search/sort.ts';
import { type LinkedStock, NO_STOCK } from '#src/domain/search/stock-line.ts';
import { stockScope } from '#src/domain/search/stock-scope.ts';
import type { InstantQuery } from '#src/providers/search-engine/instant-query.ts';
import type { Services } from '../services.ts';
import { prepareSearch } from './prepare-search.ts';
import { isSearchUnavailable } from './search-failure.ts';
import { filtersOf } from './words-of-requests.ts';

export type LinkedStockOptions = {
  /** Most vehicles shown, and their order. */
  limit: number;
  sort: SortKey;
  /** Filter of the vehicles that come first, `location_name:Moorooka`. */
  first?: string;
  /** What lines are made of; none without. */
  linesOf?: 'model' | 'badge';
};

/** Lines shown, those with most vehicles first. */
export const MAX_LINES = 8;

type LinkedStockServices = Pick<Services, 'search' | 'vocabulary' | 'db' | 'clock' | 'log'>;
type Groups = InstantQuery['facetFilters'];

const FOR_SALE = ['status:in_stock'];

const queryOf = (facetFilters: Groups, more: Partial<InstantQuery> = {}): InstantQuery => ({
  ...{ sort: [], query: '', page: 0, hitsPerPage: 0, facets: [], numericFilters: [] },
  facetFilters,
  ...more,
});

/** Filters of the search page at an address; undefined if there is none. @throws SearchUnavailable */
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

/** Feeds spell a model in several ways. */
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
  const [all, shown, lowest, before] = await services.search.instant(
    [
      queryOf(groups, { facets: ['make'] }),
      queryOf([...groups, FOR_SALE], newest),
      queryOf([...groups, FOR_SALE], cheapest),
      ...(first ? [queryOf([...groups, [first], FOR_SALE], newest)] : []),
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
 * The stock that a link to a search page leads to, so that a page's figures are those of the page behind its link.
 * Nothing while the search is unavailable; the page does without.
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
