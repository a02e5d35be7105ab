import type { SearchResponse } from './search.ts';
import { SEARCH_PATH } from './search-index.ts';

/**
 * Its schemas stay on the server: a browser would carry them for nothing.
 * @throws Error where the search cannot be answered; results on screen stay (SRCH-09).
 */
export async function postSearch(requests: unknown): Promise<SearchResponse> {
  const answer = await fetch(SEARCH_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requests }),
  });
  if (!answer.ok) throw new Error(`Search answered ${answer.status}`);
  return answer.json();
}
