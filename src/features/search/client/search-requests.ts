import type { SearchWords } from '#src/features/search/api/search-endpoints.ts';
import type { SearchResponse } from '#src/features/search/api/search-schema.ts';
import { SEARCH_PATH, SEARCH_WORDS_PATH } from '#src/features/search/search-index.ts';

/** Without a timeout a response lost on a mobile network would leave the page loading for ever. */
const RESPONSE_TIMEOUT_MS = 20_000;

/**
 * The response is not validated: the schema would add weight to the script.
 * @throws on a timeout or an invalid response; the current results stay on screen (SRCH-09)
 */
export async function postSearch(requests: unknown): Promise<SearchResponse> {
  const response = await fetch(SEARCH_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requests }),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  const found = response.ok && (await response.json());
  if (!found?.results?.length) throw new Error(`Search answered ${response.status}`);
  return found;
}

/**
 * @param search the query string of a search page
 * @returns the filters the query words stand for, as a query string; null if all of them are text
 * @throws if the request fails or `signal` is aborted
 */
export async function fetchQueryMeaning(
  search: URLSearchParams,
  signal: AbortSignal,
): Promise<string | null> {
  const response = await fetch(`${SEARCH_WORDS_PATH}?${search}`, { signal });
  if (!response.ok) throw new Error(`The words of a search: ${response.status}`);
  return ((await response.json()) as SearchWords).understood;
}
