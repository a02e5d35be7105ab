import type { DealerConfig } from '#src/config/dealer-config.ts';
import { INVALID_POSTCODE } from '#src/features/locations/distance.ts';
import { postcodeCentroid } from '#src/features/locations/postcode-centroid.ts';
import { NO_ESTIMATE_MESSAGE, NO_POSTCODE_MESSAGE } from '#src/features/vehicle/price/cost-calculators.ts';
import {
  centsBelowMarket,
  contradictsMarket,
  type GaugeReading,
  marketAverage,
  priceGauge,
} from '#src/features/vehicle/price/market-price.ts';
import { priceDisplay, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import type { DeliveryPrice, PriceGaugeResponse } from '#src/features/vehicle/vehicle-endpoints.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { isWithinLimit, windowOfUse } from '#src/platform/limits/rate-limits.ts';
import { centsToDollars } from '#src/platform/number/number-format.ts';
import type { Services } from '#src/server/services.ts';
import type { DeliveryOutcome } from './cost-services.ts';
import { findVehiclePage } from './find-vehicle-page.ts';
import { carForSaleById } from './vehicle-access.ts';
import { vehiclePlaceOf } from './vehicle-place.ts';

/** Covers reloads; short enough to follow price changes. */
const CACHED_SECONDS = 300;

/** VDP-298: a gauge says "Good Deal" or "Great Deal", which is another verdict than "Fair price". */
const isNamedFair = (
  price: number | null,
  { vehiclePage }: Pick<DealerConfig, 'vehiclePage'>,
  { autograb_data }: StockedVehicle,
): boolean => vehiclePage.marketPrice && centsBelowMarket(price, autograb_data) === 0;

/** CFG-14: the price in cents to show a gauge for; null if the page has none. */
export function gaugedPrice(
  { carServices }: Pick<Services, 'carServices'>,
  dealer: Pick<DealerConfig, 'plugins' | 'stock' | 'subscription' | 'vehiclePage'>,
  vehicle: StockedVehicle,
  isSold: boolean,
): number | null {
  const isGauged =
    carServices.gauge !== undefined &&
    dealer.plugins.includes('autogauge') &&
    vehicle.car_type === 'used' &&
    !isSold;
  // The gauge compares purchase prices, so weekly prices have none.
  const shown = priceDisplay(pricingOf(vehicle, dealer.stock.defaultPriceType), {
    noPriceText: dealer.vehiclePage.noPriceText,
    subscriptionSite: dealer.subscription,
  });
  const price = isGauged && shown.kind === 'price' ? shown.cents : null;
  return isNamedFair(price, dealer, vehicle) ? null : price;
}

type GaugeServices = Pick<Services, 'carServices' | 'clock' | 'db' | 'log'>;

function reading({ carServices: { gauge } }: GaugeServices, car: StockedVehicle, price: number) {
  const { year, make, model, badge, nvic, km: kilometres, autograb_data } = car;
  const average = marketAverage(autograb_data);
  return gauge?.read({ year, make, model, badge, nvic, kilometres, price, average });
}

const inDollars = ({ listing_price, market_range_min, market_range_max, ...shares }: GaugeReading) => ({
  ...shares,
  listing_price: listing_price === undefined ? undefined : centsToDollars(listing_price),
  market_range_min: market_range_min === undefined ? undefined : centsToDollars(market_range_min),
  market_range_max: market_range_max === undefined ? undefined : centsToDollars(market_range_max),
});

/** VDP-31: `GET /api/cars/{slug}/autogauge`. */
export async function respondWithGauge(
  services: GaugeServices,
  dealer: DealerConfig,
  slug: string,
): Promise<Response> {
  const page = await findVehiclePage(services, dealer, slug);
  const price = page.kind === 'listed' ? gaugedPrice(services, dealer, page.vehicle, page.isSold) : null;
  if (page.kind !== 'listed' || price === null)
    return errorResponse(404, 'no_gauge', 'There is no price gauge for this vehicle.');
  const outcome = (await reading(services, page.vehicle, price)) ?? { kind: 'no_data' as const };
  switch (outcome.kind) {
    case 'unavailable':
      services.log.warn({ dealer: dealer.slug, reason: outcome.reason }, 'price gauge unavailable');
      return errorResponse(503, 'gauge_unavailable', 'The price gauge does not respond.');
    case 'no_data':
      return errorResponse(404, 'no_gauge', 'No data returned');
    case 'read': {
      const below = dealer.vehiclePage.marketPrice
        ? centsBelowMarket(price, page.vehicle.autograb_data)
        : null;
      if (contradictsMarket(outcome.reading, below))
        return errorResponse(404, 'no_gauge', 'No data returned');
      const body: PriceGaugeResponse = {
        ...inDollars(outcome.reading),
        description: priceGauge(outcome.reading)?.words ?? '',
      };
      return Response.json(body, { headers: { 'Cache-Control': `public, max-age=${CACHED_SECONDS}` } });
    }
  }
}

type DeliveryServices = Pick<Services, 'carServices' | 'clock' | 'db' | 'env' | 'log'>;

/** `message` is shown on the page. */
export type DeliveryEstimate =
  | Extract<DeliveryOutcome, { kind: 'priced' }>
  | { kind: 'no_postcode' | 'invalid_postcode' | 'no_price' | 'too_many' | 'unavailable'; message: string };

/** VDP-13. */
export const estimatesDelivery = (
  { carServices }: Pick<Services, 'carServices'>,
  { vehiclePage }: Pick<DealerConfig, 'vehiclePage'>,
): boolean => vehiclePage.deliveryCalculator && carServices.delivery !== undefined;

/** VDP-32. */
export async function estimateDelivery(
  services: DeliveryServices,
  dealer: DealerConfig,
  vehicle: Pick<StockedVehicle, 'item_type' | 'location_slug' | 'dealership_slug'>,
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
    from_postcode: vehiclePlaceOf(vehicle, dealer).location.address.postcode,
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

/** `GET /api/delivery-price?postcode=…&car_id=…` */
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
