import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type OnRoadPart, toOnRoadResponse } from '#src/features/finance/on-road/on-road-endpoint.ts';
import { vehicleOnRoad } from '#src/features/finance/on-road/on-road-estimate.ts';
import { INVALID_POSTCODE } from '#src/features/locations/distance.ts';
import { stateOfPostcode } from '#src/features/locations/postcode-state.ts';
import { findVehiclePage } from '#src/features/vehicle/server/find-vehicle-page.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';

/**
 * VDP-210: for the state of a typed postcode, else the dealer's.
 * @param typed undefined if none was sent
 * @returns undefined if the vehicle has no estimate
 */
export function onRoadPart(
  dealer: DealerConfig,
  vehicle: Vehicle,
  typed: string | undefined,
  now: Date,
): OnRoadPart | undefined {
  const postcode = typed?.trim() ?? '';
  const state = stateOfPostcode(postcode);
  const estimate = vehicleOnRoad(vehicle, dealer, {
    state: state ?? dealer.state,
    date: zonedDate(now, dealer.timeZone).date,
  });
  const isWrong = postcode !== '' && state === undefined;
  return (
    estimate && {
      estimate: toOnRoadResponse(estimate),
      typed: postcode,
      message: isWrong ? INVALID_POSTCODE : '',
    }
  );
}

/** Charges change at most once a day. */
const CACHED_SECONDS = 3600;

/** `GET /api/cars/{slug}/on-road?postcode=…` */
export async function respondWithOnRoad(
  services: Pick<Services, 'clock' | 'db'>,
  dealer: DealerConfig,
  slug: string,
  query: URLSearchParams,
): Promise<Response> {
  const page = await findVehiclePage(services, dealer, slug);
  const part =
    page.kind === 'listed' && !page.isSold
      ? onRoadPart(dealer, page.vehicle, query.get('postcode') ?? undefined, services.clock.now())
      : undefined;
  if (!part) return errorResponse(404, 'no_estimate', 'No price on the road is estimated for this vehicle.');
  if (part.message) return errorResponse(422, 'invalid_postcode', part.message);
  return Response.json(part.estimate, {
    headers: { 'Cache-Control': `public, max-age=${CACHED_SECONDS}` },
  });
}
