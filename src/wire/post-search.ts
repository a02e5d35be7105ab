import type { SearchResponse } from './search.ts';
import { SEARCH_PATH } from './search-index.ts';

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
