import type { DealerConfig } from '#src/config/dealer-config.ts';
import { centsToDollars } from '#src/domain/money.ts';
import { priceDisplay, pricingOf } from '#src/domain/vehicle/price-display.ts';
import { type GaugeReading, priceGauge } from '#src/domain/vehicle/price-gauge.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import type { PriceGaugeResponse } from '#src/wire/car-costs.ts';
import { errorResponse } from '#src/wire/error.ts';
import type { Services } from '../services.ts';
import { findVehiclePage } from './vehicle-page.ts';

/** A reload sends no request; a changed price soon gets its own reading. */
const CACHED_SECONDS = 300;

/** CFG-14: the price whose gauge a car's page shows, cents; null on a page without one. */
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
  // The market is of purchases: an amount by the week has no place in it.
  const shown = priceDisplay(pricingOf(vehicle, dealer.stock.defaultPriceType), {
    noPriceText: dealer.vehiclePage.noPriceText,
    subscriptionSite: dealer.subscription,
  });
  return isGauged && shown.kind === 'price' ? shown.cents : null;
}

type GaugeServices = Pick<Services, 'carServices' | 'clock' | 'db' | 'log'>;

function reading({ carServices: { gauge } }: GaugeServices, car: StockedVehicle, price: number) {
  const { year, make, model, badge, nvic, km: kilometres } = car;
  return gauge?.read({ year, make, model, badge, nvic, kilometres, price });
}

const inDollars = ({ listing_price, market_range_min, market_range_max, ...shares }: GaugeReading) => ({
  ...shares,
  listing_price: listing_price === undefined ? undefined : centsToDollars(listing_price),
  market_range_min: market_range_min === undefined ? undefined : centsToDollars(market_range_min),
  market_range_max: market_range_max === undefined ? undefined : centsToDollars(market_range_max),
});

/** VDP-31: responds to `GET /api/cars/{slug}/autogauge`, by the page's own rule. */
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
      const body: PriceGaugeResponse = {
        ...inDollars(outcome.reading),
        description: priceGauge(outcome.reading)?.words ?? '',
      };
      return Response.json(body, { headers: { 'Cache-Control': `public, max-age=${CACHED_SECONDS}` } });
    }
  }
}
