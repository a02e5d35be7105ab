import * as v from 'valibot';
import { TradeInVehicleSchema } from '#src/domain/trade-in/trade-in-vehicle.ts';
import { BODY_TYPES, FUELS, TRANSMISSIONS } from '#src/domain/vehicle/vehicle.ts';
import { askService, type Service } from '../ask-service.ts';
import type { RegoRegister } from './rego.ts';

/** A value of the register, if it is one of ours. */
const among = <const T extends readonly string[]>(words: T) =>
  v.pipe(
    v.nullish(v.string()),
    v.transform((text) =>
      words.find((word): word is T[number] => word.toLowerCase() === text?.toLowerCase()),
    ),
  );
const text = v.nullish(v.string());

const ResponseSchema = v.object({
  year: v.number(),
  make: v.string(),
  model: v.string(),
  badge: text,
  body: among(BODY_TYPES),
  transmission: among(TRANSMISSIONS),
  fuel: among(FUELS),
  colour: text,
  nvic: text,
});

/** The register's values in our vocabulary; empty ones are left out. */
const VehicleOfResponse = v.pipe(
  ResponseSchema,
  v.transform(({ body, transmission, fuel, ...rest }) =>
    Object.fromEntries(
      Object.entries({
        ...rest,
        simple_body: body,
        simple_transmission: transmission,
        simple_fuel: fuel,
      }).filter(([, value]) => value !== undefined && value !== null && value !== ''),
    ),
  ),
  TradeInVehicleSchema,
);

/**
 * A register over HTTP. `POST {url}/v1/registrations/search` with `{ plate, state }` and the key as bearer token:
 * 200 with `{ year, make, model, badge?, body?, transmission?, fuel?, colour?, nvic? }`, or 404.
 */
export function httpRego(service: Service): RegoRegister {
  return {
    async find({ rego, state }) {
      const answer = await askService(service, '/v1/registrations/search', { plate: rego, state });
      if (answer.kind === 'nothing') return { kind: 'not_found' };
      if (answer.kind === 'unavailable') return { kind: 'unavailable', reason: answer.reason };
      const parsed = v.safeParse(VehicleOfResponse, answer.body);
      return parsed.success
        ? { kind: 'found', vehicle: parsed.output }
        : { kind: 'unavailable', reason: 'the response is not as documented' };
    },
  };
}
