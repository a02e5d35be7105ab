import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { INVALID_POSTCODE } from '#src/features/locations/distance.ts';
import {
  type FilterCondition,
  ModelSearchSchema,
  OfferSearchSchema,
  SEARCH_MODELS_PATH,
  SEARCH_OFFERS_PATH,
  SearchBodiesSchema,
  SearchListSchema,
} from '#src/features/search/api/search-calls.ts';
import { SEARCH_TOO_LARGE } from '#src/features/search/api/search-schema.ts';
import { PAGE_SIZE } from '#src/features/search/search-state.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import type { Services } from '#src/server/services.ts';
import { findHits, searchByCall } from './find-hits.ts';
import { isSearchUnavailable } from './search-failure.ts';
import { type SearchServices, searchVehicles } from './search-vehicles.ts';

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

export const FOUND_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/**
 * Validates the body and runs `search`.
 * @returns the result of `search`, or an error response: 400 `bad_request` or `search_too_large`, 503
 * `search_unavailable`
 */
async function validateAndSearch<S extends v.GenericSchema>(
  { log }: Pick<Services, 'log'>,
  dealer: Pick<DealerConfig, 'slug'>,
  text: string,
  schema: S,
  search: (input: v.InferOutput<S>) => Promise<object>,
): Promise<object> {
  const body = parsedJson(text);
  // Valibot accepts an array for an object schema whose keys are all optional.
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

export const toResponse = (found: object): Response =>
  found instanceof Response ? found : new Response(JSON.stringify(found), { headers: FOUND_HEADERS });

const respondToBody = async <S extends v.GenericSchema>(
  services: Pick<Services, 'log'>,
  dealer: Pick<DealerConfig, 'slug'>,
  request: Request,
  schema: S,
  search: (input: v.InferOutput<S>) => Promise<object>,
): Promise<Response> =>
  toResponse(await validateAndSearch(services, dealer, await request.text().catch(() => ''), schema, search));

export const refuseMethod = (): Response =>
  errorResponse(405, 'method_not_allowed', 'Send searches by POST.', { Allow: 'POST' });

const refusePostcode = (): Response => errorResponse(422, 'invalid_postcode', INVALID_POSTCODE);

/**
 * `POST /api/search`, with the body of InstantSearch or the documented one.
 * @returns the result, or an error response
 */
export const postedSearch = (
  services: SearchServices,
  dealer: DealerConfig,
  text: string,
  signal?: AbortSignal,
): Promise<object> =>
  validateAndSearch(services, dealer, text, SearchBodiesSchema, async (input) => {
    if ('requests' in input)
      return searchVehicles(services, dealer, input.requests, signal, { withOthers: true });
    const isNowhere = input.near !== undefined && !(await services.locate(input.near, dealer.state));
    return isNowhere ? refusePostcode() : searchByCall(services, dealer, input, signal);
  });

type Respond = (
  services: SearchServices,
  dealer: DealerConfig,
  request: Request,
  signal?: AbortSignal,
) => Promise<Response>;

/** `POST /api/search/list` (SRCH-22). */
export const respondWithList: Respond = (services, dealer, request, signal) =>
  respondToBody(services, dealer, request, SearchListSchema, async ({ search_filters, limit }) => {
    const wanted = { conditions: search_filters, length: limit };
    const { found } = await findHits(services, dealer, wanted, signal);
    return found.hits;
  });

/** `POST /api/search/models` (SRCH-21). */
export const respondToModelSearch: Respond = (services, dealer, request, signal) =>
  respondToBody(services, dealer, request, ModelSearchSchema, async ({ filters, query, offset }) => {
    const wanted = { conditions: filters, query, offset, length: PAGE_SIZE };
    const { found } = await findHits(services, dealer, wanted, signal);
    return found;
  });

/** `POST /api/search/offers` (SRCH-21). */
export const respondToOfferSearch: Respond = (services, dealer, request, signal) =>
  respondToBody(services, dealer, request, OfferSearchSchema, async (input) => {
    const { dealership_id, filters, query, offset } = input;
    const dealership = dealer.dealerships.find(({ id }) => id === dealership_id);
    if (!dealership) return errorResponse(400, 'unknown_dealership', 'There is no such dealership.');
    const conditions = [...filters, { facet: 'dealership_name' as const, among: [dealership.name] }];
    const { found } = await findHits(
      services,
      dealer,
      { conditions, query, offset, length: PAGE_SIZE },
      signal,
    );
    return found;
  });

const SCHEMAS = new Map<string, v.GenericSchema<unknown, { filters: FilterCondition[] }>>([
  [SEARCH_MODELS_PATH, ModelSearchSchema],
  [SEARCH_OFFERS_PATH, OfferSearchSchema],
]);

/**
 * SRCH-18: the cache key of a request body. For searches of models and offers it is the parsed search in canonical form;
 * for other paths, or if the body is invalid, the body itself.
 */
export function searchCacheKey(pathname: string, body: Buffer | undefined): string | undefined {
  const text = body?.toString();
  const schema = SCHEMAS.get(pathname);
  if (text === undefined || !schema) return text;
  const result = v.safeParse(schema, parsedJson(text));
  if (!result.success) return text;
  const filters = result.output.filters.map((condition) => JSON.stringify(condition)).sort();
  return JSON.stringify({ ...result.output, filters });
}
