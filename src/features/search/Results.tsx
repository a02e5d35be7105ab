import { collapseSoldRuns } from '#src/domain/search/sold-runs.ts';
import { isSellable } from '#src/domain/vehicle/card-tag.ts';
import { EmptyResults } from './EmptyResults.tsx';
import { useSurroundings } from './search-settings.ts';
import { useSearch } from './use-search.ts';
import { VehicleCard } from './VehicleCard.tsx';

/** SRCH-07, SRCH-13. While the next results load, and when they fail, the last ones stay (SRCH-09). */
export function Results() {
  const { settings, nowMs } = useSurroundings();
  const { hits, isLoading } = useSearch();
  if (hits.length === 0) return <EmptyResults />;
  return (
    <ul
      className="vehicle-grid"
      data-per-row={settings.search.cardsPerRow}
      data-loading={isLoading || undefined}
    >
      {collapseSoldRuns(hits, (car) => !isSellable(car)).map((car, at) => (
        <li key={car.id}>
          <VehicleCard
            car={car}
            settings={settings}
            nowMs={nowMs}
            isFirst={at === 0}
            sizes={settings.search.cardsPerRow === 4 ? 'four' : 'three'}
          />
        </li>
      ))}
    </ul>
  );
}
