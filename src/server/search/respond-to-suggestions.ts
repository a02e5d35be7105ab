import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FacetName } from '#src/config/sections/search.ts';
import { stockScope } from '#src/domain/search/stock-scope.ts';
import { errorResponse } from '#src/wire/error.ts';
import type { Services } from '../services.ts';
import { isSearchUnavailable } from './search-failure.ts';
import { stockNames } from './stock-names.ts';

const NAMED_FACETS: readonly FacetName[] = ['make', 'model', 'make_model', 'body', 'badge'];

/**
 * `GET /api/suggestions`: 200 with the names of the dealer's stock, 404 `no_suggestions` if the dealer has none,
 * 503 `search_unavailable`. What a shopper types is never sent.
 */
export async function respondToSuggestions(
  services: Pick<Services, 'search' | 'clock' | 'log'>,
  dealer: DealerConfig,
): Promise<Response> {
  if (!dealer.search.suggestions) {
    return errorResponse(404, 'no_suggestions', 'This site has no search suggestions.');
  }
  try {
    const counts = await services.search.facetCounts(stockScope(dealer, services.clock), NAMED_FACETS);
    return Response.json(stockNames(counts));
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error({ dealer: dealer.slug, reason: error.message }, 'suggestions are unavailable');
    return errorResponse(503, 'search_unavailable', 'Suggestions are unavailable.');
  }
}
