import { SEARCH_WORDS_PATH } from './search-index.ts';
import type { SearchWords } from './search-words.ts';

/**
 * What the words of a search stand for.
 * @param search as an address spells it
 * @throws Error where no one can say, or `signal` is aborted
 */
export async function askWords(search: URLSearchParams, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(`${SEARCH_WORDS_PATH}?${search}`, { signal });
  if (!response.ok) throw new Error(`The words of a search: ${response.status}`);
  return ((await response.json()) as SearchWords).understood;
}
