import { CLEARED } from '#src/features/search/view/search-anchors.ts';
import { storedList } from '#src/platform/ui/storage/stored-list.ts';

/** SRCH-11. */
const MOST_KEPT = 10;

/** A parameter of an address: name and value. */
type Filter = [name: string, value: string];

const isFilter = (value: unknown): value is Filter =>
  Array.isArray(value) && value.length === 2 && value.every((text) => typeof text === 'string');

const $persistedFilters = storedList('forecourt:kept-filters', isFilter);

const filtersOf = (filters: Iterable<Filter>, names: readonly string[]) =>
  [...filters].filter(([name]) => names.includes(name)).slice(0, MOST_KEPT);

/** SRCH-11: stores what an address says of the facets that stay from one search to the next. */
export const persistFilters = (names: readonly string[], search: string): void =>
  $persistedFilters.set(filtersOf(new URLSearchParams(search), names));

const persistedFilters = (names: readonly string[]): Filter[] => filtersOf($persistedFilters.get(), names);

/**
 * SRCH-11: the address with what was kept. The address comes first, then the dealer's defaults, which its path says:
 * kept filters fill only an address that asks nothing by itself.
 * @returns undefined where it stays as it is
 */
export function withPersisted(
  names: readonly string[],
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  saidByPath: readonly string[],
): string | undefined {
  if (search !== '') return undefined;
  const kept = persistedFilters(names).filter(([name]) => !saidByPath.includes(name));
  return kept.length > 0 ? `${pathname}?${new URLSearchParams(kept)}` : undefined;
}

/** A shopper who has touched the page is not led elsewhere. */
const isUntouched = () => window.scrollY === 0 && document.activeElement === document.body;

/**
 * Whether the shopper has just removed filters, by a link that was followed before any script ran: "Clear Filters", or
 * a chip of the same search.
 */
export const isCleared = (
  { hash, pathname, origin }: Pick<Location, 'hash' | 'pathname' | 'origin'>,
  from: string,
) => hash === CLEARED || from.split('?')[0] === origin + pathname;

/** @param page says which facets are kept, `data-persisted="body fuel"` */
export function startPersistedFilters(page: HTMLElement): void {
  const names = (page.dataset.persisted ?? '').split(' ').filter(Boolean);
  const said = (page.dataset.saidByPath ?? '').split(' ');
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (isCleared(location, document.referrer)) {
    if (location.search === '') persistFilters(names, '');
    if (location.hash === CLEARED)
      history.replaceState(history.state, '', location.pathname + location.search);
  }
  const address = entry?.type === 'navigate' ? withPersisted(names, location, said) : undefined;
  if (address !== undefined && isUntouched()) {
    location.replace(address);
    return;
  }
  // Filters change without a new page; whatever the address says when it is left stays.
  window.addEventListener('pagehide', () => persistFilters(names, location.search));
}
