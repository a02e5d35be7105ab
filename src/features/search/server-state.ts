import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { getServerState, type InstantSearchServerState } from 'react-instantsearch';
import { shownCount } from '#src/domain/search/shown-count.ts';
import { SEARCH_INDEX } from '#src/wire/search.ts';
import { SearchApp, type SearchAppProps, type SearchClient } from './SearchApp.tsx';
import type { SearchSettings } from './search-settings.ts';

/**
 * First results of a search page, asked in process.
 * @throws whatever `client` throws
 */
export function searchServerState(
  props: SearchAppProps,
  search: (requests: unknown) => Promise<unknown>,
): Promise<InstantSearchServerState> {
  const client: SearchClient = { search };
  return getServerState(createElement(SearchApp, { ...props, client, asksOnly: true }), { renderToString });
}

/** How much the first search of a page found: the count as shown (SRCH-17), and pages. */
export function firstResult(
  { initialResults }: InstantSearchServerState,
  { search }: Pick<SearchSettings, 'search'>,
): { count: number; pages: number } {
  const result = initialResults[SEARCH_INDEX]?.results?.[0];
  return { count: result ? shownCount(result, search.stockCount) : 0, pages: result?.nbPages ?? 0 };
}
