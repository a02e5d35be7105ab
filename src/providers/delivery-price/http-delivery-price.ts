import * as v from 'valibot';
import { dollarsToCents } from '#src/domain/money.ts';
import { askService, type Service } from '../ask-service.ts';
import type { DeliveryPrices } from './delivery-price.ts';

const MAX_DOLLARS = 100_000;
const PriceSchema = v.object({
  price: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_DOLLARS), v.transform(dollarsToCents)),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
});

/**
 * Delivery prices over HTTP. `POST {url}/v1/delivery-prices` with `{ from_postcode, to_postcode, item_type }` and the
 * key as bearer token: 200 with `{ price, name }`, dollars and the region, or 404.
 */
export const httpDeliveryPrices = (service: Service): DeliveryPrices => ({
  async price(question) {
    const answer = await askService(service, '/v1/delivery-prices', question);
    if (answer.kind === 'nothing') return { kind: 'no_price' };
    if (answer.kind === 'unavailable') return { kind: 'unavailable', reason: answer.reason };
    const parsed = v.safeParse(PriceSchema, answer.body);
    return parsed.success
      ? { kind: 'priced', ...parsed.output }
      : { kind: 'unavailable', reason: 'the response is not as documented' };
  },
});
