import type { DealerConfig } from '#src/config/dealer-config.ts';
import { INVALID_POSTCODE } from '#src/domain/location/distance.ts';
import { postcodeCentroid } from '#src/domain/location/postcode-centroid.ts';
import { centsToDollars } from '#src/domain/money.ts';
import { NO_ESTIMATE_MESSAGE, NO_POSTCODE_MESSAGE } from '#src/domain/vehicle/delivery-estimate.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import type { DeliveryOutcome } from '#src/providers/delivery-price/delivery-price.ts';
import type { DeliveryPrice } from '#src/wire/car-costs.ts';
import { errorResponse } from '#src/wire/error.ts';
import { isWithinLimit, windowOfUse } from '../limit-use.ts';
import type { Services } from '../services.ts';
import { carForSaleById } from './car-asked-about.ts';
import { placeOf } from './vehicle-place.ts';

type DeliveryServices = Pick<Services, 'carServices' | 'clock' | 'db' | 'env' | 'log'>;

/** The result for a shopper. `message` is shown on the page. */
export type DeliveryEstimate =
  | Extract<DeliveryOutcome, { kind: 'priced' }>
  | { kind: 'no_postcode' | 'invalid_postcode' | 'no_price' | 'too_many' | 'unavailable'; message: string };

/** VDP-13: whether the site estimates deliveries of its cars. */
export const estimatesDelivery = (
  { carServices }: Pick<Services, 'carServices'>,
  { vehiclePage }: Pick<DealerConfig, 'vehiclePage'>,
): boolean => vehiclePage.deliveryCalculator && carServices.delivery !== undefined;

/** VDP-32: the price of delivering a car from its location to a postcode. */
export async function estimateDelivery(
  services: DeliveryServices,
  dealer: DealerConfig,
  vehicle: StockedVehicle,
  typed: string,
  clientAddress: string | undefined,
): Promise<DeliveryEstimate> {
  const postcode = typed.trim();
  if (postcode === '') return { kind: 'no_postcode', message: NO_POSTCODE_MESSAGE };
  const { delivery } = services.carServices;
  if (!postcodeCentroid(postcode)) return { kind: 'invalid_postcode', message: INVALID_POSTCODE };
  if (!delivery) return { kind: 'no_price', message: NO_ESTIMATE_MESSAGE };
  if (!(await isWithinLimit(services, dealer, 'delivery', clientAddress)))
    return { kind: 'too_many', message: NO_ESTIMATE_MESSAGE };
  const outcome = await delivery.price({
    from_postcode: placeOf(vehicle, dealer).location.address.postcode,
    to_postcode: postcode,
    item_type: vehicle.item_type,
  });
  if (outcome.kind === 'priced') return outcome;
  if (outcome.kind === 'unavailable')
    services.log.warn({ dealer: dealer.slug, reason: outcome.reason }, 'delivery price unavailable');
  return { kind: outcome.kind, message: NO_ESTIMATE_MESSAGE };
}

const REFUSALS = {
  no_postcode: { status: 422, code: 'no_postcode' },
  invalid_postcode: { status: 422, code: 'invalid_postcode' },
  no_price: { status: 404, code: 'no_price' },
  too_many: { status: 429, code: 'too_many_prices' },
  unavailable: { status: 503, code: 'delivery_unavailable' },
} as const;

/** Responds to `GET /api/delivery-price?postcode=…&car_id=…`. */
export async function respondWithDeliveryPrice(
  services: DeliveryServices,
  dealer: DealerConfig,
  query: URLSearchParams,
  clientAddress: string | undefined,
): Promise<Response> {
  const vehicle = await carForSaleById(services, dealer, query.get('car_id'));
  if (!vehicle || !estimatesDelivery(services, dealer))
    return errorResponse(404, 'no_delivery', 'No delivery is estimated for this vehicle.');
  const estimate = await estimateDelivery(
    services,
    dealer,
    vehicle,
    query.get('postcode') ?? '',
    clientAddress,
  );
  if (estimate.kind !== 'priced') {
    const { status, code } = REFUSALS[estimate.kind];
    const { secondsLeft } = windowOfUse('delivery', services.clock.now());
    const headers = estimate.kind === 'too_many' ? { 'Retry-After': String(secondsLeft) } : {};
    return errorResponse(status, code, estimate.message, headers);
  }
  const body: DeliveryPrice = { price: centsToDollars(estimate.price), name: estimate.name };
  return Response.json(body, { headers: { 'Cache-Control': 'no-store' } });
}
