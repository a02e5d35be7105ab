import { campaignOf } from '#src/platform/routing/visit-address.ts';
import { readStored, type TextStorage, writeStored } from '#src/platform/ui/storage/browser-storage.ts';

const LINKED_KEY = 'forecourt:linked';

/** Campaign and click ids of the latest landing: `{ utm_source: 'newsletter' }`. */
export const linkedQueryParams = (storage: TextStorage | undefined): Record<string, string> =>
  campaignOf(String(readStored(storage, LINKED_KEY)));

/** Stores the campaign and click ids of a URL for the session, if it has any. */
export function rememberLinkedParams(storage: TextStorage | undefined, search: string): void {
  const found = String(new URLSearchParams(campaignOf(search)));
  if (found) writeStored(storage, LINKED_KEY, found);
}

/** Decision 23. */
export const MAX_VISITED_PAGES = 20;
const VISITED_KEY = 'forecourt:visited';
const isPath = (value: unknown): value is string => typeof value === 'string' && value.startsWith('/');

export function visitedPages(storage: TextStorage | undefined): string[] {
  const stored = readStored(storage, VISITED_KEY);
  return Array.isArray(stored) ? stored.filter(isPath) : [];
}

/** Appends a page of this session; a reload counts once. Paths only: queries may contain personal data. */
export function rememberPage(storage: TextStorage | undefined, path: string): void {
  const before = visitedPages(storage);
  if (before.at(-1) !== path) writeStored(storage, VISITED_KEY, [...before, path].slice(-MAX_VISITED_PAGES));
}
