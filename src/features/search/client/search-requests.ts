import type { SearchWords } from '#src/features/search/api/search-endpoints.ts';
import type { SearchResponse } from '#src/features/search/api/search-schema.ts';
import { SEARCH_PATH, SEARCH_WORDS_PATH } from '#src/features/search/search-index.ts';

/** A phone between two cells may wait long; without a limit a lost response would load for ever. */
const RESPONSE_TIMEOUT_MS = 20_000;

/**
 * Its schemas stay on the server: a browser would carry them for nothing.
 * @throws Error where the search has no response in time, or one that is none; results on screen stay (SRCH-09).
 */
export async function postSearch(requests: unknown): Promise<SearchResponse> {
  const answer = await fetch(SEARCH_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requests }),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  const found = answer.ok && (await answer.json());
  if (!found?.results?.length) throw new Error(`Search answered ${answer.status}`);
  return found;
}

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
