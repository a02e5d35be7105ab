import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#src/domain/clock.ts';
import { LATE_MS, type ServiceFaultMode, UNAVAILABLE_IN } from '../fault-mode.ts';
import { MADE_UP_VEHICLES } from './made-up-vehicles.data.ts';
import type { Plate, RegoRegister } from './rego.ts';

/** How plates with a meaning begin: nothing is found, the register is unavailable, or the vehicle is so many years old. */
export const MADE_UP_PLATES = { notFound: 'ZZZ', unavailable: 'XXX', ofAge: 'AGE' } as const;
const OF_AGE = new RegExp(`^${MADE_UP_PLATES.ofAge}(\\d{1,2})$`);
/** Vehicles of the local register were built in this year or the 12 before. */
const YEARS = 13;

export type LocalRego = RegoRegister & { behave(faultMode: ServiceFaultMode): void; asked: Plate[] };

/** A register inside this process: the same plate always returns the same invented vehicle. */
export function localRego(clock: Clock): LocalRego {
  let faultMode: ServiceFaultMode = 'answers';
  const asked: Plate[] = [];
  return {
    asked,
    behave: (next) => {
      faultMode = next;
    },
    async find(plate) {
      asked.push(plate);
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
