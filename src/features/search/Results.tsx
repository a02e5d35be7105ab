import { isPromoShown, withPromos } from '#src/domain/search/promos.ts';
import { collapseSoldRuns } from '#src/domain/search/sold-runs.ts';
import { isSellable } from '#src/domain/vehicle/card-tag.ts';
import { EmptyResults } from './EmptyResults.tsx';
import { PromoCard } from './PromoCard.tsx';
import { useSurroundings } from './search-settings.ts';
import { useSearch } from './use-search.ts';
import { VehicleCard } from './VehicleCard.tsx';

/** SRCH-07, SRCH-13, SRCH-19. While the next results load, and when they fail, the last ones stay (SRCH-09). */
export function Results() {
  const { settings, nowMs } = useSurroundings();
  const { hits, isLoading, state } = useSearch();
  if (hits.length === 0) return <EmptyResults />;
  const cars = collapseSoldRuns(hits, (car) => !isSellable(car));
  const types = state.lists.car_type ?? [];
  // Later pages hold cars alone.
  const promos = state.page === 1 ? settings.promos.filter((promo) => isPromoShown(promo, types)) : [];
  return (
    <ul
      className="vehicle-grid"
      data-per-row={settings.search.cardsPerRow}
      data-loading={isLoading || undefined}
    >
      {withPromos(cars, promos).map((placed) =>
        placed.kind === 'promo' ? (
          <li key={`promo-${promos.indexOf(placed.promo)}`}>
            <PromoCard node={placed.promo.node} />
          </li>
        ) : (
          <li key={placed.item.id}>
            <VehicleCard
              car={placed.item}
              settings={settings}
              nowMs={nowMs}
              isFirst={placed.item === cars[0]}
              sizes={settings.cardSizes}
            />
          </li>
        ),
      )}
    </ul>
  );
}
