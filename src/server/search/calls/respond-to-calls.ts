import type { DealerConfig } from '#src/config/dealer-config.ts';
import { PAGE_SIZE } from '#src/domain/search/search-state.ts';
import { errorResponse } from '#src/wire/error.ts';
import { ModelSearchSchema, OfferSearchSchema, SearchListSchema } from '#src/wire/search-calls.ts';
import { respondToBody } from '../respond-to-body.ts';
import type { SearchServices } from '../search-vehicles.ts';
import { findHits } from './find-hits.ts';

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
