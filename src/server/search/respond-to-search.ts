import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { errorResponse } from '#src/wire/error.ts';
import { SEARCH_TOO_LARGE, SearchBodySchema } from '#src/wire/search.ts';
import { isSearchUnavailable } from './search-failure.ts';
import { type SearchServices, searchVehicles } from './search-vehicles.ts';

/** 405 `method_not_allowed`. */
export const refuseMethod = (): Response =>
  errorResponse(405, 'method_not_allowed', 'Send searches by POST.', { Allow: 'POST' });

/** `POST /api/search`: 200 with results, 400 `bad_request` or `search_too_large`, 503 `search_unavailable`. */
export async function respondToSearch(
  services: SearchServices,
  dealer: DealerConfig,
  request: Request,
  signal?: AbortSignal,
): Promise<Response> {
  const body: unknown = await request.json().catch(() => undefined);
  const parsed = v.safeParse(SearchBodySchema, body);
  if (!parsed.success) {
    const isTooLarge = parsed.issues.every(({ message }) => message === SEARCH_TOO_LARGE);
    return isTooLarge
      ? errorResponse(400, SEARCH_TOO_LARGE, 'The search asks for more than one page shows.')
      : errorResponse(400, 'bad_request', 'The search cannot be read.');
  }
  try {
    const answer = await searchVehicles(services, dealer, parsed.output.requests, signal);
    return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error({ dealer: dealer.slug, reason: error.message }, 'search is unavailable');
    return errorResponse(503, 'search_unavailable', 'Search is unavailable. Please try again in a moment.');
  }
}
