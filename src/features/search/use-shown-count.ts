import { shownCount } from '#src/domain/search/shown-count.ts';
import { useSurroundings } from './search-settings.ts';
import { useSearch } from './use-search.ts';

/** How many the page says were found (SRCH-17). */
export function useShownCount(): number {
  const { settings } = useSurroundings();
  const { count, facet } = useSearch();
  return shownCount(count, settings.search.stockCount, facet('car_type').counts);
}
