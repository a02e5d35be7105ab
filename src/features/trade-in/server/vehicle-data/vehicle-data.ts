import { type Environment, SIMULATED } from '#src/config/environment.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { httpRego, localRego, type RegoRegister } from './rego-register.ts';
import { httpValuer, localValuer, type Valuer } from './valuer.ts';

/** Undefined if not configured; production sites never get fictitious data. */
export type VehicleData = { register?: RegoRegister; valuer?: Valuer };

type Settings = Pick<Environment, 'REGO_URL' | 'REGO_KEY' | 'VALUATION_URL' | 'VALUATION_KEY'>;

/** Decision 31: HTTP services, or local ones for the demo. */
export const vehicleData = (env: Settings, clock: Clock): VehicleData => ({
  ...(env.REGO_URL && {
    register:
      env.REGO_URL === SIMULATED ? localRego(clock) : httpRego({ url: env.REGO_URL, key: env.REGO_KEY }),
  }),
  ...(env.VALUATION_URL && {
    valuer:
      env.VALUATION_URL === SIMULATED
        ? localValuer(clock)
        : httpValuer({ url: env.VALUATION_URL, key: env.VALUATION_KEY }),
  }),
});
