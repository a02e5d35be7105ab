import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { PublicConfig } from '#src/config/public/public-config.ts';
import { type HomeSearch, PICKER_FACETS, stockPickers } from '#src/features/search/pickers.ts';
import { shownCount } from '#src/features/search/search-wording.ts';
import { modelsOf } from '#src/features/search/server/stock-vocabulary.ts';
import { stockScope } from '#src/features/stock/visible-stock.ts';
import { type LinkedStockServices, queryOf, stockBehind } from './linked-stock.ts';

/** SRCH-243: what the site's default search finds. Without lists if the search is unavailable. */
export const homeSearch = (
  services: LinkedStockServices,
  dealer: DealerConfig,
  site: PublicConfig,
): Promise<HomeSearch> =>
  stockBehind<HomeSearch>(services, dealer, dealer.search.defaultPath, {
    none: { total: null, within: [], pickers: [], budgets: [] },
    async find(groups) {
      const [found] = await services.search.instant(
        [queryOf(groups, { facets: PICKER_FACETS })],
        stockScope(dealer, services.clock),
      );
      const counts = found?.facets ?? {};
      const models = modelsOf(counts);
      return {
        total: shownCount(found?.nbHits ?? 0, dealer.search.stockCount),
        within: groups,
        ...stockPickers(site, { counts, models, stats: found?.facets_stats ?? {} }),
      };
    },
  });
