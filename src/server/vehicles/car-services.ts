import { type Environment, MADE_UP } from '#src/config/environment.ts';
import type { Clock } from '#src/domain/clock.ts';
import type { DeliveryPrices } from '#src/providers/delivery-price/delivery-price.ts';
import { httpDeliveryPrices } from '#src/providers/delivery-price/http-delivery-price.ts';
import { localDeliveryPrices } from '#src/providers/delivery-price/local-delivery-price.ts';
import { httpPriceGauge } from '#src/providers/price-gauge/http-price-gauge.ts';
import { localPriceGauge } from '#src/providers/price-gauge/local-price-gauge.ts';
import type { PriceGauge } from '#src/providers/price-gauge/price-gauge.ts';
import { hourlyGauge } from './hourly-gauge.ts';

/** External data about a car for sale. Absent if not configured: nothing is ever invented. */
export type CarServices = { gauge?: PriceGauge; delivery?: DeliveryPrices };

type Settings = Pick<
  Environment,
  'PRICE_GAUGE_URL' | 'PRICE_GAUGE_KEY' | 'DELIVERY_PRICE_URL' | 'DELIVERY_PRICE_KEY'
>;

/** Decision 31: services over HTTP, or local ones for the demo. */
export const carServices = (env: Settings, clock: Clock): CarServices => ({
  ...(env.PRICE_GAUGE_URL && {
    gauge: hourlyGauge(
      env.PRICE_GAUGE_URL === MADE_UP
        ? localPriceGauge()
        : httpPriceGauge({ url: env.PRICE_GAUGE_URL, key: env.PRICE_GAUGE_KEY }),
      clock,
    ),
  }),
  ...(env.DELIVERY_PRICE_URL && {
    delivery:
      env.DELIVERY_PRICE_URL === MADE_UP
        ? localDeliveryPrices()
        : httpDeliveryPrices({ url: env.DELIVERY_PRICE_URL, key: env.DELIVERY_PRICE_KEY }),
  }),
});
