import type { KindOfStock } from '#src/config/sections/stock/stock-terms.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import type { Vehicle } from './vehicle.ts';

/** Vehicle fields by the name of their chip. */
const MEASURES = {
  berths: 'sleeps',
  length: 'body_length',
  tare: 'tare_weight',
  gvm: 'grossvehiclemass',
  engine: 'enginesize',
} as const satisfies Record<string, keyof Vehicle>;
export type MeasureName = keyof typeof MEASURES;
export type Measures = { [Name in MeasureName]?: number };

const MEASURES_OF: Readonly<Record<KindOfStock, readonly MeasureName[]>> = {
  car: [],
  truck: ['gvm'],
  motorcycle: ['engine'],
  caravan: ['berths', 'length', 'tare'],
  part: [],
};

/** CARD-01: `4 berths`, `20.5 ft`, `1,900 kg tare`, `4,500 kg GVM`, `649 cc`. Caravan bodies are measured in feet. */
export const MEASURE_TEXTS: Readonly<Record<MeasureName, (value: number) => string>> = {
  berths: (count) => (count === 1 ? '1 berth' : `${count} berths`),
  length: (feet) => `${formatNumber(feet, 1)} ft`,
  tare: (kilograms) => `${formatNumber(kilograms, 1)} kg tare`,
  gvm: (kilograms) => `${formatNumber(kilograms, 1)} kg GVM`,
  engine: (cubicCentimetres) => `${formatNumber(cubicCentimetres, 1)} cc`,
};

/** The measures for the type of vehicle; null if it has none. */
export function measuresOf(vehicle: Vehicle): Measures | null {
  const stated = MEASURES_OF[vehicle.item_type].flatMap((name) => {
    const value = vehicle[MEASURES[name]];
    return value ? [[name, value] as const] : [];
  });
  return stated.length > 0 ? Object.fromEntries(stated) : null;
}

export const measureTexts = (vehicle: Vehicle): string[] =>
  Object.entries(measuresOf(vehicle) ?? {}).map(([name, value]) => MEASURE_TEXTS[name as MeasureName](value));
