import type { DealerConfig } from '#src/config/dealer-config.ts';
import { withWords } from '#src/domain/search/plain-words/with-words.ts';
import { EMPTY_SEARCH } from '#src/domain/search/search-state.ts';
import { decodeSearch, encodeSearch } from '#src/domain/search/url-codec.ts';
import { errorResponse } from '#src/wire/error.ts';
import type { SearchWords } from '#src/wire/search-words.ts';
import type { Services } from '../services.ts';
import { isSearchUnavailable } from './search-failure.ts';
import { understandQuery } from './understand-query.ts';

/**
 * `GET /api/search/words`: 200 with what the words of a search stand for beside its other filters, 503
 * `search_unavailable`. Nothing is searched for.
 */
export async function respondToWords(
  services: Pick<Services, 'vocabulary' | 'log'>,
  dealer: DealerConfig,
  params: URLSearchParams,
): Promise<Response> {
  const asked = decodeSearch(params);
  try {
    const words = await understandQuery(services, dealer, asked.query, asked);
    const found: SearchWords = {
      understood: words ? encodeSearch(withWords(EMPTY_SEARCH, words)).toString() : null,
    };
    return Response.json(found, { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error(
      { dealer: dealer.slug, reason: error.message },
      'words of a search are not understood',
    );
    return errorResponse(503, 'search_unavailable', 'The words cannot be understood now.');
  }
}
