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

/** Headers of a search's results. */
export const FOUND_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/**
 * Reads the body of a search, and searches.
 * @returns the results of `search`, or a response in their place: its own, 400 `bad_request` or `search_too_large`, 503
 * `search_unavailable`
 */
async function foundByBody<S extends v.GenericSchema>(
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
const respondToBody = async <S extends v.GenericSchema>(
  services: Pick<Services, 'log'>,
  dealer: Pick<DealerConfig, 'slug'>,
  request: Request,
  schema: S,
  search: (asked: v.InferOutput<S>) => Promise<object>,
): Promise<Response> =>
  asResponse(await foundByBody(services, dealer, await request.text().catch(() => ''), schema, search));

/** 405 `method_not_allowed`. */
export const refuseMethod = (): Response =>
  errorResponse(405, 'method_not_allowed', 'Send searches by POST.', { Allow: 'POST' });

/** 422 `invalid_postcode`. */
const refusePostcode = (): Response => errorResponse(422, 'invalid_postcode', INVALID_POSTCODE);

/**
 * What `POST /api/search` finds, by the body of InstantSearch or by the documented one.
 * @returns a response in its place where the search is refused or unavailable
 */
export const foundBySearch = (
  services: SearchServices,
  dealer: DealerConfig,
  text: string,
  signal?: AbortSignal,
): Promise<object> =>
  foundByBody(services, dealer, text, SearchBodiesSchema, async (asked) => {
    if ('requests' in asked)
      return searchVehicles(services, dealer, asked.requests, signal, { withOthers: true });
    const isNowhere = asked.near !== undefined && !(await services.locate(asked.near));
    return isNowhere ? refusePostcode() : searchByCall(services, dealer, asked, signal);
  });

type Respond = (
  services: SearchServices,
  dealer: DealerConfig,
  request: Request,
  signal?: AbortSignal,
) => Promise<Response>;

/** `POST /api/search/list` (SRCH-22): the vehicles alone. */
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

/** `POST /api/search/offers` (SRCH-21): 400 `unknown_dealership` where the site has no such dealership. */
export const respondToOfferSearch: Respond = (services, dealer, request, signal) =>
  respondToBody(services, dealer, request, OfferSearchSchema, async (asked) => {
    const { dealership_id, filters, query, offset } = asked;
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * SRCH-18: the cache key of a body. For searches of models and offers it is the query and the refinements in
 * canonical form; for any other address, and if the body can't be read, the body itself.
 */
export function searchQuestion(pathname: string, body: Buffer | undefined): string | undefined {
  const text = body?.toString();
  const schema = SCHEMAS.get(pathname);
  if (text === undefined || !schema) return text;
  const asked = v.safeParse(schema, parsed(text));
  if (!asked.success) return text;
  const filters = asked.output.filters.map((condition) => JSON.stringify(condition)).sort();
  return JSON.stringify({ ...asked.output, filters });
}
