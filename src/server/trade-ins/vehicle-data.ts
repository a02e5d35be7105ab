import { type Environment, MADE_UP } from '#src/config/environment.ts';
import type { Clock } from '#src/domain/clock.ts';
import { httpRego } from '#src/providers/rego/http-rego.ts';
import { localRego } from '#src/providers/rego/local-rego.ts';
import type { RegoRegister } from '#src/providers/rego/rego.ts';
import { httpValuer } from '#src/providers/valuation/http-valuer.ts';
import { localValuer } from '#src/providers/valuation/local-valuer.ts';
import type { Valuer } from '#src/providers/valuation/valuation.ts';

/** Absent if not configured: nothing is ever invented for a dealer's shoppers. */
export type VehicleData = { register?: RegoRegister; valuer?: Valuer };

type Settings = Pick<Environment, 'REGO_URL' | 'REGO_KEY' | 'VALUATION_URL' | 'VALUATION_KEY'>;

/** Decision 31: services over HTTP, or local ones for the demo. */
export const vehicleData = (env: Settings, clock: Clock): VehicleData => ({
  ...(env.REGO_URL && {
    register:
      env.REGO_URL === MADE_UP ? localRego(clock) : httpRego({ url: env.REGO_URL, key: env.REGO_KEY }),
  }),
  ...(env.VALUATION_URL && {
    valuer:
      env.VALUATION_URL === MADE_UP
        ? localValuer(clock)
        : httpValuer({ url: env.VALUATION_URL, key: env.VALUATION_KEY }),
  }),
});
