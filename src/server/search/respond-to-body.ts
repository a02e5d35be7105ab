import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { errorResponse } from '#src/wire/error.ts';
import { SEARCH_TOO_LARGE } from '#src/wire/search.ts';
import type { Services } from '../services.ts';
import { isSearchUnavailable } from './search-failure.ts';

function refuseBody(issues: readonly v.BaseIssue<unknown>[]): Response {
  return issues.every(({ message }) => message === SEARCH_TOO_LARGE)
    ? errorResponse(400, SEARCH_TOO_LARGE, 'The search requests more results than one page shows.')
    : errorResponse(400, 'bad_request', 'The search cannot be read.');
}

/**
 * Reads the body of a search, and responds: 200 with the results of `search`, or its own response, 400 `bad_request`
 * or
 * `search_too_large`, 503 `search_unavailable`.
 */
export async function respondToBody<S extends v.GenericSchema>(
  { log }: Pick<Services, 'log'>,
  dealer: Pick<DealerConfig, 'slug'>,
  request: Request,
  schema: S,
  search: (asked: v.InferOutput<S>) => Promise<object>,
): Promise<Response> {
  const body: unknown = await request.json().catch(() => undefined);
  // A list has no keys, so it would be accepted as a body without keys.
  const parsed = v.safeParse(schema, Array.isArray(body) ? undefined : body);
  if (!parsed.success) return refuseBody(parsed.issues);
  try {
    const found = await search(parsed.output);
    if (found instanceof Response) return found;
    return Response.json(found, { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    log.error({ dealer: dealer.slug, reason: error.message }, 'search is unavailable');
    return errorResponse(503, 'search_unavailable', 'Search is unavailable. Please try again in a moment.');
  }
}
