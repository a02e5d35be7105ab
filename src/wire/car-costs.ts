import * as v from 'valibot';

const describedCost = (what: string) => v.pipe(v.string(), v.description(what));
const dollars = (what: string) => v.optional(v.pipe(v.number(), v.description(`${what}, dollars`)));
const share = (what: string) => v.optional(v.pipe(v.number(), v.description(`${what}, from 0 to 1`)));

/** VDP-31: the price of a used car compared with its market. */
export const gaugePath = (slug: string): string => `/api/cars/${slug}/autogauge`;
export const PriceGaugeSchema = v.strictObject({
  fill: share('Rating of the price'),
  listing_price: dollars('The price'),
  market_range_min: dollars('Lowest price of the market'),
  market_range_max: dollars('Highest price of the market'),
  confidence: share('Confidence of the service'),
  description: describedCost('"Good Deal" or "Great Deal"'),
});
export type PriceGaugeResponse = v.InferOutput<typeof PriceGaugeSchema>;

/** VDP-32: the price of delivering a car to a postcode. */
export const DELIVERY_PRICE_PATH = '/api/delivery-price';
export const DeliveryPriceSchema = v.strictObject({
  price: v.pipe(v.number(), v.description('Dollars')),
  name: describedCost('The region'),
});
export type DeliveryPrice = v.InferOutput<typeof DeliveryPriceSchema>;
