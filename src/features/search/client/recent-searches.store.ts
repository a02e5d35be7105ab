import { storedList } from '#src/platform/ui/storage/stored-list.ts';

/** SRCH-23. */
export const MAX_RECENT_SEARCHES = 5;

/** Stored in the browser only, never sent to the server. */
export type RecentSearch = { text: string; href: string };

/** Any script on the page can write to localStorage, so `javascript:` links must be rejected. */
const isRecentSearch = (value: unknown): value is RecentSearch => {
  const { text, href } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof text === 'string' && typeof href === 'string' && /^\/search(?:[/?]|$)/.test(href);
};

/** Newest first. */
export const $recentSearches = storedList('forecourt:searches', isRecentSearch);

/** @param continues href of an earlier search that this one continues and replaces */
export function rememberSearch(search: RecentSearch, continues?: string): void {
  const others = $recentSearches
    .get()
    .filter(({ text, href }) => text !== search.text && href !== search.href && href !== continues);
  $recentSearches.set([search, ...others].slice(0, MAX_RECENT_SEARCHES));
}

export const forgetSearch = (href: string): void =>
  $recentSearches.set($recentSearches.get().filter((search) => search.href !== href));

export const forgetSearches = (): void => $recentSearches.set([]);
