import { readStored, type TextStorage, writeStored } from '#src/ui/browser-storage.ts';

/** SRCH-23. */
export const MOST_REMEMBERED = 5;
const HISTORY_KEY = 'forecourt:searches';

/** A search of this shopper, in words. It never leaves the browser. */
export type RememberedSearch = { text: string; href: string };

/** Other scripts may have written to the storage: its links must not run code. */
const isRemembered = (value: unknown): value is RememberedSearch => {
  const { text, href } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof text === 'string' && typeof href === 'string' && /^\/search(?:[/?]|$)/.test(href);
};

/** Newest first. */
export function rememberedSearches(storage: TextStorage | undefined): RememberedSearch[] {
  const stored = readStored(storage, HISTORY_KEY);
  return Array.isArray(stored) ? stored.filter(isRemembered).slice(0, MOST_REMEMBERED) : [];
}

/** @param continues address of the search that this one is the rest of, which it replaces */
export function rememberSearch(
  storage: TextStorage | undefined,
  search: RememberedSearch,
  continues?: string,
): void {
  const others = rememberedSearches(storage).filter(
    ({ text, href }) => text !== search.text && href !== search.href && href !== continues,
  );
  writeStored(storage, HISTORY_KEY, [search, ...others].slice(0, MOST_REMEMBERED));
}

export function forgetSearch(storage: TextStorage | undefined, href: string): void {
  const others = rememberedSearches(storage).filter((search) => search.href !== href);
  writeStored(storage, HISTORY_KEY, others);
}

export const forgetSearches = (storage: TextStorage | undefined): void =>
  writeStored(storage, HISTORY_KEY, []);
