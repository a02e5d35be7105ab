import { storedList } from '#src/platform/ui/storage/stored-list.ts';

/** SRCH-23. */
export const MOST_RECENT_SEARCHES = 5;

/** A search of this shopper, in words. It never leaves the browser. */
export type RecentSearch = { text: string; href: string };

/** Other scripts may have written to the storage: its links must not run code. */
const isRecentSearch = (value: unknown): value is RecentSearch => {
  const { text, href } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof text === 'string' && typeof href === 'string' && /^\/search(?:[/?]|$)/.test(href);
};

/** Newest first. */
export const $recentSearches = storedList('forecourt:searches', isRecentSearch);

/** @param continues address of the search that this one is the rest of, which it replaces */
export function rememberSearch(search: RecentSearch, continues?: string): void {
  const others = $recentSearches
    .get()
    .filter(({ text, href }) => text !== search.text && href !== search.href && href !== continues);
  $recentSearches.set([search, ...others].slice(0, MOST_RECENT_SEARCHES));
}

export const forgetSearch = (href: string): void =>
  $recentSearches.set($recentSearches.get().filter((search) => search.href !== href));

export const forgetSearches = (): void => $recentSearches.set([]);
