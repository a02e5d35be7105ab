import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { type TradeInVehicle, TradeInVehicleSchema } from '#src/features/trade-in/trade-in-record.ts';
import { BODY_TYPES, FUELS, TRANSMISSIONS } from '#src/features/vehicle/vehicle.ts';
import { callService, type Service } from '#src/platform/external-services/service-client.ts';
import {
  LATE_MS,
  type ServiceFaultMode,
  UNAVAILABLE_IN,
} from '#src/platform/external-services/service-fault-mode.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { MADE_UP_VEHICLES } from './made-up-vehicles.data.ts';

/** Normalised plate; state in lower case. */
export type Plate = { rego: string; state: string };

export type RegoOutcome =
  | { kind: 'found'; vehicle: TradeInVehicle }
  | { kind: 'not_found' }
  | { kind: 'unavailable'; reason: string };

/** Never rejects. */
export type RegoRegister = { find(plate: Plate): Promise<RegoOutcome> };

/** Maps a value of the register to one of ours. */
const among = <const T extends readonly string[]>(values: T) =>
  v.pipe(
    v.nullish(v.string()),
    v.transform((text) =>
      values.find((value): value is T[number] => value.toLowerCase() === text?.toLowerCase()),
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

/** Maps the register's response; drops empty values. */
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
 * An HTTP register. `POST {url}/v1/registrations/search` with `{ plate, state }` and the key as bearer token: 200
 * with `{ year, make, model, badge?, body?, transmission?, fuel?, colour?, nvic? }`, or 404.
 */
export function httpRego(service: Service): RegoRegister {
  return {
    async find({ rego, state }) {
      const response = await callService(service, '/v1/registrations/search', { plate: rego, state });
      if (response.kind === 'nothing') return { kind: 'not_found' };
      if (response.kind === 'unavailable') return { kind: 'unavailable', reason: response.reason };
      const parsed = v.safeParse(VehicleOfResponse, response.body);
      return parsed.success
        ? { kind: 'found', vehicle: parsed.output }
        : { kind: 'unavailable', reason: 'the response is not as documented' };
    },
  };
}

/** Prefixes of plates that trigger a fault or a vehicle of a given age. */
export const MADE_UP_PLATES = { notFound: 'ZZZ', unavailable: 'XXX', ofAge: 'AGE' } as const;
const OF_AGE = new RegExp(`^${MADE_UP_PLATES.ofAge}(\\d{1,2})$`);
/** Vehicles of the local register are up to 12 years old. */
const YEARS = 13;

export type LocalRego = RegoRegister & { behave(faultMode: ServiceFaultMode): void; requests: Plate[] };

/** An in-process register with deterministic fictitious vehicles. */
export function localRego(clock: Clock): LocalRego {
  let faultMode: ServiceFaultMode = 'answers';
  const requests: Plate[] = [];
  return {
    requests,
    behave: (next) => {
      faultMode = next;
    },
    async find(plate) {
      requests.push(plate);
      const reason = plate.rego.startsWith(MADE_UP_PLATES.unavailable)
        ? 'no connection'
        : UNAVAILABLE_IN[faultMode];
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (faultMode === 'late') await wait(LATE_MS);
      if (faultMode === 'finds-nothing' || plate.rego.startsWith(MADE_UP_PLATES.notFound))
        return { kind: 'not_found' };
      const [pick = 0, age = 0] = createHash('sha256').update(`${plate.state} ${plate.rego}`).digest();
      const vehicle = MADE_UP_VEHICLES[pick % MADE_UP_VEHICLES.length];
      if (!vehicle) return { kind: 'not_found' };
      const years = Number(OF_AGE.exec(plate.rego)?.[1] ?? age % YEARS);
      return { kind: 'found', vehicle: { ...vehicle, year: clock.now().getUTCFullYear() - years } };
    },
  };
}
