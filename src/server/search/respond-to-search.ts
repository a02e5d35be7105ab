import type { DealerConfig } from '#src/config/dealer-config.ts';
import { INVALID_POSTCODE } from '#src/domain/location/distance.ts';
import { errorResponse } from '#src/wire/error.ts';
import { SearchBodiesSchema } from '#src/wire/search-calls.ts';
import { searchByCall } from './calls/search-by-call.ts';
import { foundByBody } from './respond-to-body.ts';
import { type SearchServices, searchVehicles } from './search-vehicles.ts';

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
