import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { getServerState, type InstantSearchServerState } from 'react-instantsearch';
import type { StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { type FoundKind, foundNoun } from '#src/features/search/found-kind.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { SEARCH_INDEX } from '#src/features/search/search-index.ts';
import { shownCount } from '#src/features/search/search-wording.ts';
import type { SearchSettings } from '#src/features/search/view/search-settings.ts';
import { CARD_PLACE, CARD_SIZES, type LeadPicture, pictureSources } from '#src/platform/images/image-url.ts';
import { SearchApp, type SearchAppProps } from './SearchApp.tsx';

/**
 * Initial results of a search page, fetched in process.
 * @throws the error of `search`
 */
export const searchServerState = (
  props: SearchAppProps,
  search: (requests: unknown) => Promise<unknown>,
): Promise<InstantSearchServerState> =>
  getServerState(createElement(SearchApp, { ...props, client: { search } }), { renderToString });

/** `count` is as displayed (SRCH-17). */
export function firstResult(
  { initialResults }: InstantSearchServerState,
  { search, images, cardSizes, noun }: Pick<SearchSettings, 'search' | 'images' | 'cardSizes' | 'noun'>,
): {
  count: number;
  noun: StockNoun;
  pages: number;
  /** Vehicle counts by facet and value. */
  facets: Record<string, Record<string, number>>;
  leadPicture: LeadPicture | undefined;
} {
  const result = initialResults[SEARCH_INDEX]?.results?.[0];
  const [first] = (result?.hits ?? []) as unknown as CardDocument[];
  const [best] = first?.image_id
    ? pictureSources(images, { id: first.image_id, version: first.image_version }, CARD_PLACE).sources
    : [];
  return {
    count: shownCount(result?.nbHits ?? 0, search.stockCount),
    noun: foundNoun((result as { kind?: FoundKind } | undefined)?.kind, noun),
    pages: result?.nbPages ?? 0,
    facets: result?.facets ?? {},
    leadPicture: best && { type: best.type, srcset: best.srcSet, sizes: CARD_SIZES[cardSizes] },
  };
}
