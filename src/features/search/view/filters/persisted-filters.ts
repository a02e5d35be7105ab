import { CLEARED } from '#src/features/search/view/search-anchors.ts';
import { storedList } from '#src/platform/ui/storage/stored-list.ts';

/** SRCH-11. */
const MAX_FILTERS = 10;

/** A query parameter. */
type Filter = [name: string, value: string];

const isFilter = (value: unknown): value is Filter =>
  Array.isArray(value) && value.length === 2 && value.every((text) => typeof text === 'string');

const $persistedFilters = storedList('forecourt:kept-filters', isFilter);

const filtersOf = (filters: Iterable<Filter>, names: readonly string[]) =>
  [...filters].filter(([name]) => names.includes(name)).slice(0, MAX_FILTERS);

/** SRCH-11: stores the parameters of persisted facets. */
export const persistFilters = (names: readonly string[], search: string): void =>
  $persistedFilters.set(filtersOf(new URLSearchParams(search), names));

const persistedFilters = (names: readonly string[]): Filter[] => filtersOf($persistedFilters.get(), names);

/**
 * SRCH-11: adds the persisted filters to an address without parameters. Facets set by the path take precedence.
 * @returns undefined if there is nothing to add
 */
export function withPersisted(
  names: readonly string[],
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  setByPath: readonly string[],
): string | undefined {
  if (search !== '') return undefined;
  const filters = persistedFilters(names).filter(([name]) => !setByPath.includes(name));
  return filters.length > 0 ? `${pathname}?${new URLSearchParams(filters)}` : undefined;
}

/** Whether the visitor has not interacted with the page, so that it may be replaced. */
const isUntouched = () => window.scrollY === 0 && document.activeElement === document.body;

/**
 * Whether the visitor has just removed filters by a link that was not handled by a script: "Clear Filters" or a chip.
 */
export const isCleared = (
  { hash, pathname, origin }: Pick<Location, 'hash' | 'pathname' | 'origin'>,
  from: string,
) => hash === CLEARED || from.split('?')[0] === origin + pathname;

/** @param page has the names of persisted facets in `data-persisted="body fuel"` */
export function startPersistedFilters(page: HTMLElement): void {
  const names = (page.dataset.persisted ?? '').split(' ').filter(Boolean);
  const setByPath = (page.dataset.saidByPath ?? '').split(' ');
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (isCleared(location, document.referrer)) {
    if (location.search === '') persistFilters(names, '');
    if (location.hash === CLEARED)
      history.replaceState(history.state, '', location.pathname + location.search);
  }
  const address = entry?.type === 'navigate' ? withPersisted(names, location, setByPath) : undefined;
  if (address !== undefined && isUntouched()) {
    location.replace(address);
    return;
  }
  // Filters change without navigation, so they are stored when the page is left.
  window.addEventListener('pagehide', () => persistFilters(names, location.search));
}
