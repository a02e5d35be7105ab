import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#src/domain/clock.ts';
import { dollarsToCents } from '#src/domain/money.ts';
import { LATE_MS, type ServiceFaultMode, UNAVAILABLE_IN } from '../fault-mode.ts';
import type { ValuationQuestion, Valuer } from './valuation.ts';

/** New, in dollars, by body; then 13 % less a year and 4 cents a kilometre. */
const NEW_DOLLARS: Readonly<Record<string, number>> = {
  ute: 58_000,
  suv: 48_000,
  wagon: 46_000,
  sedan: 36_000,
};
const OTHER_DOLLARS = 32_000;
const KEPT_A_YEAR = 0.87;
const DOLLARS_A_KILOMETRE = 0.04;
const LEAST_DOLLARS = 800;
/** Models with a meaning: the valuer does not know it, or does not respond. */
export const MADE_UP_MODELS = { noValue: 'Unknown', unavailable: 'Unavailable' } as const;
const isModel = (typed: string, model: string) => typed.toLowerCase() === model.toLowerCase();

export type LocalValuer = Valuer & { behave(faultMode: ServiceFaultMode): void; asked: ValuationQuestion[] };

/** A valuer inside this process: invented figures, the same for the same vehicle. */
export function localValuer(clock: Clock): LocalValuer {
  let faultMode: ServiceFaultMode = 'answers';
  const asked: ValuationQuestion[] = [];
  return {
    asked,
    behave: (next) => {
      faultMode = next;
    },
    async value(question) {
      asked.push(question);
      const { vehicle, kilometres } = question;
      const reason = isModel(vehicle.model, MADE_UP_MODELS.unavailable)
        ? 'no connection'
        : UNAVAILABLE_IN[faultMode];
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (faultMode === 'late') await wait(LATE_MS);
      if (faultMode === 'finds-nothing' || isModel(vehicle.model, MADE_UP_MODELS.noValue))
        return { kind: 'no_value' };
      const age = Math.max(0, clock.now().getUTCFullYear() - vehicle.year);
      const fresh = NEW_DOLLARS[vehicle.simple_body ?? ''] ?? OTHER_DOLLARS;
      const dollars = fresh * KEPT_A_YEAR ** age - (kilometres ?? 0) * DOLLARS_A_KILOMETRE;
      return { kind: 'valued', marketValue: dollarsToCents(Math.max(LEAST_DOLLARS, Math.round(dollars))) };
    },
  };
}
