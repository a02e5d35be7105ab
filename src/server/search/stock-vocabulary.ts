import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Clock } from '#src/domain/clock.ts';
import { stockScope } from '#src/domain/search/stock-scope.ts';
import type { FacetCounts, VehicleSearch } from '#src/providers/search-engine/vehicle-search.ts';

/** The words a dealer's stock is described with, vehicles by value, remembered for a short while. */
export type StockVocabulary = {
  /** @throws SearchUnavailable */
  makes(dealer: DealerConfig): Promise<Record<string, number>>;
  /** Vehicles by make and by body type, and all of them. @throws SearchUnavailable */
  overview(
    dealer: DealerConfig,
  ): Promise<{ makes: Record<string, number>; bodies: Record<string, number>; total: number }>;
  /** Models of one make. @throws SearchUnavailable */
  models(dealer: DealerConfig, make: string): Promise<Record<string, number>>;
  /** After a change of the dealer's stock. */
  forget(dealer: string): void;
};

const KEPT_MS = 30_000;
/** Makes of all dealers together; a crawler that invents makes is stopped before it gets here. */
const MAX_ENTRIES = 2000;

export function createStockVocabulary(search: VehicleSearch, clock: Clock): StockVocabulary {
  const kept = new Map<string, { until: number; counts: Promise<FacetCounts> }>();

  function remember(key: string, ask: () => Promise<FacetCounts>): Promise<FacetCounts> {
    const now = clock.now().getTime();
    const known = kept.get(key);
    if (known && known.until > now) return known.counts;
    if (kept.size >= MAX_ENTRIES) kept.clear();
    const counts = ask();
    kept.set(key, { until: now + KEPT_MS, counts });
    counts.catch(() => kept.delete(key));
    return counts;
  }

  async function overview(dealer: DealerConfig) {
    const counts = await remember(dealer.slug, () =>
      search.facetCounts(stockScope(dealer, clock), ['make', 'body']),
    );
    const makes = counts.make ?? {};
    return {
      makes,
      bodies: counts.body ?? {},
      total: Object.values(makes).reduce((sum, count) => sum + count, 0),
    };
  }

  return {
    overview,
    makes: async (dealer) => (await overview(dealer)).makes,
    async models(dealer, make) {
      const within = stockScope(dealer, clock, [{ field: 'make', among: [make] }]);
      const counts = await remember(`${dealer.slug}/${make}`, () => search.facetCounts(within, ['model']));
      return counts.model ?? {};
    },
    forget(dealer) {
      for (const key of kept.keys()) if (key.split('/', 1)[0] === dealer) kept.delete(key);
    },
  };
}
