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

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Headers of a search's results. */
export const FOUND_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/**
 * Reads the body of a search, and searches.
 * @returns the results of `search`, or a response in their place: its own, 400 `bad_request` or `search_too_large`, 503
 * `search_unavailable`
 */
export async function foundByBody<S extends v.GenericSchema>(
  { log }: Pick<Services, 'log'>,
  dealer: Pick<DealerConfig, 'slug'>,
  text: string,
  schema: S,
  search: (asked: v.InferOutput<S>) => Promise<object>,
): Promise<object> {
  const body = parsedJson(text);
  // A list has no keys, so it would be accepted as a body without keys.
  const parsed = v.safeParse(schema, Array.isArray(body) ? undefined : body);
  if (!parsed.success) return refuseBody(parsed.issues);
  try {
    return await search(parsed.output);
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    log.error({ dealer: dealer.slug, reason: error.message }, 'search is unavailable');
    return errorResponse(503, 'search_unavailable', 'Search is unavailable. Please try again in a moment.');
  }
}

/** The same as a response: 200 with the results. */
export const asResponse = (found: object): Response =>
  found instanceof Response ? found : new Response(JSON.stringify(found), { headers: FOUND_HEADERS });

/** Responds to the body of a search, as `foundByBody` says. */
export const respondToBody = async <S extends v.GenericSchema>(
  services: Pick<Services, 'log'>,
  dealer: Pick<DealerConfig, 'slug'>,
  request: Request,
  schema: S,
  search: (asked: v.InferOutput<S>) => Promise<object>,
): Promise<Response> =>
  asResponse(await foundByBody(services, dealer, await request.text().catch(() => ''), schema, search));
