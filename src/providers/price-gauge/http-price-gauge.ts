import * as v from 'valibot';
import { centsToDollars, dollarsToCents } from '#src/domain/money.ts';
import { askService, type Service } from '../ask-service.ts';
import type { PriceGauge } from './price-gauge.ts';

const share = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));
const cents = v.optional(
  v.pipe(v.number(), v.minValue(0), v.maxValue(10_000_000), v.transform(dollarsToCents)),
);

const ReadingSchema = v.object({
  fill: share,
  listing_price: cents,
  market_range_min: cents,
  market_range_max: cents,
  confidence: share,
});

/**
 * A price gauge over HTTP. `POST {url}/v1/price-gauges` with `{ year, make, model, badge?, nvic?, kilometres?, price }`
 * in dollars and the key as bearer token: 200 with `{ fill, listing_price, market_range_min, market_range_max,
 * confidence }` as far as known, or 404.
 */
export const httpPriceGauge = (service: Service): PriceGauge => ({
  async read({ price, ...rest }) {
    const answer = await askService(service, '/v1/price-gauges', { ...rest, price: centsToDollars(price) });
    if (answer.kind === 'nothing') return { kind: 'no_data' };
    if (answer.kind === 'unavailable') return { kind: 'unavailable', reason: answer.reason };
    const parsed = v.safeParse(ReadingSchema, answer.body);
    return parsed.success
      ? { kind: 'read', reading: parsed.output }
      : { kind: 'unavailable', reason: 'the response is not as documented' };
  },
});
