import { type TextStorage, writeStored } from '#src/ui/browser-storage.ts';
import { readList } from './stored-list.ts';

/** Decision 23. */
export const MAX_VISITED_PAGES = 20;
const VISITED_KEY = 'forecourt:visited';
const isPath = (value: unknown): value is string => typeof value === 'string' && value.startsWith('/');

export const visitedPages = (storage: TextStorage | undefined): string[] =>
  readList(storage, VISITED_KEY, isPath);

/** Remembers a page of this session, oldest first; a reload counts once. Paths only: queries may name people. */
export function rememberPage(storage: TextStorage | undefined, path: string): void {
  const before = visitedPages(storage);
  if (before.at(-1) !== path) writeStored(storage, VISITED_KEY, [...before, path].slice(-MAX_VISITED_PAGES));
}
