import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { TradeInVehicle } from '#src/features/trade-in/trade-in-record.ts';
import { callService, type Service } from '#src/platform/external-services/service-client.ts';
import {
  LATE_MS,
  type ServiceFaultMode,
  UNAVAILABLE_IN,
} from '#src/platform/external-services/service-fault-mode.ts';
import { type Cents, dollarsToCents } from '#src/platform/number/number-format.ts';
import type { Clock } from '#src/platform/time/clock.ts';

/** CFG-06: the dealer's market data. */
export type ValuationSource = 'autograb' | 'redbook';

export type ValuationQuestion = {
  vehicle: TradeInVehicle;
  /** Undefined without an odometer. */
  kilometres: number | undefined;
  /** Empty to let the valuer choose. */
  sources: readonly ValuationSource[];
};

export type ValuationOutcome =
  /** The trade-in value in good condition. */
  { kind: 'valued'; marketValue: Cents } | { kind: 'no_value' } | { kind: 'unavailable'; reason: string };

/** Never rejects. */
export type Valuer = { value(question: ValuationQuestion): Promise<ValuationOutcome> };

const MAX_DOLLARS = 10_000_000;
const ResponseSchema = v.object({
  market_value: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_DOLLARS)),
  currency: v.optional(v.literal('AUD'), 'AUD'),
});

/**
 * An HTTP valuer. `POST {url}/v1/valuations` with `{ year, make, model, badge?, body?, transmission?, fuel?, colour?,
 * nvic?, sleeps?, length?, axle_type?, kilometres?, sources }` and the key as bearer token: 200 with `{ market_value,
 * currency }` in dollars, or 404.
 */
export function httpValuer(service: Service): Valuer {
  return {
    async value({ vehicle, kilometres, sources }) {
      const { simple_body: body, simple_transmission: transmission, simple_fuel: fuel, ...rest } = vehicle;
      const question = { ...rest, body, transmission, fuel, kilometres, sources };
      const response = await callService(service, '/v1/valuations', question);
      if (response.kind === 'nothing') return { kind: 'no_value' };
      if (response.kind === 'unavailable') return { kind: 'unavailable', reason: response.reason };
      const parsed = v.safeParse(ResponseSchema, response.body);
      if (!parsed.success) return { kind: 'unavailable', reason: 'the response is not as documented' };
      const marketValue = dollarsToCents(parsed.output.market_value);
      return marketValue === 0 ? { kind: 'no_value' } : { kind: 'valued', marketValue };
    },
  };
}

/** Prices when new, in dollars, by body; minus 13% per year and 4 cents per kilometre. */
const NEW_DOLLARS: Readonly<Record<string, number>> = {
  ute: 58_000,
  suv: 48_000,
  wagon: 46_000,
  sedan: 36_000,
};
const OTHER_DOLLARS = 32_000;
const VALUE_PER_YEAR = 0.87;
const DOLLARS_PER_KILOMETRE = 0.04;
const MIN_DOLLARS = 800;
/** Models that trigger a fault: unknown to the valuer, or no response. */
export const MADE_UP_MODELS = { noValue: 'Unknown', unavailable: 'Unavailable' } as const;
const isModel = (typed: string, model: string) => typed.toLowerCase() === model.toLowerCase();

export type LocalValuer = Valuer & {
  behave(faultMode: ServiceFaultMode): void;
  requests: ValuationQuestion[];
};

/** An in-process valuer with deterministic fictitious figures. */
export function localValuer(clock: Clock): LocalValuer {
  let faultMode: ServiceFaultMode = 'answers';
  const requests: ValuationQuestion[] = [];
  return {
    requests,
    behave: (next) => {
      faultMode = next;
    },
    async value(question) {
      requests.push(question);
      const { vehicle, kilometres } = question;
      const reason = isModel(vehicle.model, MADE_UP_MODELS.unavailable)
        ? 'no connection'
        : UNAVAILABLE_IN[faultMode];
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (faultMode === 'late') await wait(LATE_MS);
      if (faultMode === 'finds-nothing' || isModel(vehicle.model, MADE_UP_MODELS.noValue))
        return { kind: 'no_value' };
      const age = Math.max(0, clock.now().getUTCFullYear() - vehicle.year);
      const priceWhenNew = NEW_DOLLARS[vehicle.simple_body ?? ''] ?? OTHER_DOLLARS;
      const dollars = priceWhenNew * VALUE_PER_YEAR ** age - (kilometres ?? 0) * DOLLARS_PER_KILOMETRE;
      return { kind: 'valued', marketValue: dollarsToCents(Math.max(MIN_DOLLARS, Math.round(dollars))) };
    },
  };
}
