import * as v from 'valibot';
import { dollarsToCents } from '#src/domain/money.ts';
import { askService, type Service } from '../ask-service.ts';
import type { Valuer } from './valuation.ts';

const MAX_DOLLARS = 10_000_000;
const ResponseSchema = v.object({
  market_value: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_DOLLARS)),
  currency: v.optional(v.literal('AUD'), 'AUD'),
});

/**
 * A valuer over HTTP. `POST {url}/v1/valuations` with `{ year, make, model, badge?, body?, transmission?, fuel?,
 * colour?, nvic?, sleeps?, length?, axle_type?, kilometres?, sources }` and the key as bearer token: 200 with `{ market_value, currency }` in
 * dollars, or 404.
 */
export function httpValuer(service: Service): Valuer {
  return {
    async value({ vehicle, kilometres, sources }) {
      const { simple_body: body, simple_transmission: transmission, simple_fuel: fuel, ...rest } = vehicle;
      const question = { ...rest, body, transmission, fuel, kilometres, sources };
      const answer = await askService(service, '/v1/valuations', question);
      if (answer.kind === 'nothing') return { kind: 'no_value' };
      if (answer.kind === 'unavailable') return { kind: 'unavailable', reason: answer.reason };
      const parsed = v.safeParse(ResponseSchema, answer.body);
      if (!parsed.success) return { kind: 'unavailable', reason: 'the response is not as documented' };
      const marketValue = dollarsToCents(parsed.output.market_value);
      return marketValue === 0 ? { kind: 'no_value' } : { kind: 'valued', marketValue };
    },
  };
}
