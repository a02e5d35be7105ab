import { browserStorage, readStored, type TextStorage, writeStored } from '#src/ui/browser-storage.ts';

/** Part of an address that asks for nothing on purpose, so that no kept filter is put back. */
const CLEARED = '#cleared';
const KEPT_KEY = 'forecourt:kept-filters';
const MOST_KEPT = 10;

/** Address of the search without filters. */
export const clearedPath = ({
  defaultPath,
  persisted,
}: {
  defaultPath: string;
  persisted: readonly string[];
}) => (persisted.length > 0 ? defaultPath + CLEARED : defaultPath);

const pairsOf = (params: URLSearchParams, names: readonly string[]) =>
  [...params].filter(([name]) => names.includes(name)).slice(0, MOST_KEPT);

/** SRCH-11: stores what an address says of the facets that stay from one search to the next. */
export const keepFilters = (storage: TextStorage | undefined, names: readonly string[], search: string) =>
  writeStored(storage, KEPT_KEY, pairsOf(new URLSearchParams(search), names));

/** Another script may have written to the storage. */
function keptFilters(storage: TextStorage | undefined, names: readonly string[]): [string, string][] {
  const stored = readStored(storage, KEPT_KEY);
  if (!Array.isArray(stored)) return [];
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string');
  return stored
    .filter(isPair)
    .filter(([name]) => names.includes(name))
    .slice(0, MOST_KEPT);
}

/**
 * SRCH-11: the address with what was kept. The address comes first, then the dealer's defaults, which its path says:
 * kept filters fill only an address that asks nothing by itself.
 * @returns undefined where it stays as it is
 */
export function withKept(
  storage: TextStorage | undefined,
  names: readonly string[],
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  saidByPath: readonly string[],
): string | undefined {
  if (search !== '') return undefined;
  const kept = keptFilters(storage, names).filter(([name]) => !saidByPath.includes(name));
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
export function startKeptFilters(page: HTMLElement): void {
  const names = (page.dataset.persisted ?? '').split(' ').filter(Boolean);
  const storage = browserStorage('localStorage');
  const said = (page.dataset.saidByPath ?? '').split(' ');
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (isCleared(location, document.referrer)) {
    if (location.search === '') keepFilters(storage, names, '');
    if (location.hash === CLEARED)
      history.replaceState(history.state, '', location.pathname + location.search);
  }
  const address = entry?.type === 'navigate' ? withKept(storage, names, location, said) : undefined;
  if (address !== undefined && isUntouched()) {
    location.replace(address);
    return;
  }
  // Filters change without a new page; whatever the address says when it is left stays.
  window.addEventListener('pagehide', () => keepFilters(storage, names, location.search));
}
