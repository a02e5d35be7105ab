import type { KindOfStock } from '#src/config/sections/stock/stock-terms.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import type { Vehicle } from './vehicle.ts';

/** What shoppers compare of a kind of vehicle, by the name of its fact on a card. */
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

/** CARD-01: `4 berths`, `20.5 ft`, `1,900 kg tare`, `4,500 kg GVM`, `649 cc`. Bodies of caravans are measured in feet. */
export const MEASURE_TEXTS: Readonly<Record<MeasureName, (value: number) => string>> = {
  berths: (count) => (count === 1 ? '1 berth' : `${count} berths`),
  length: (feet) => `${formatNumber(feet, 1)} ft`,
  tare: (kilograms) => `${formatNumber(kilograms, 1)} kg tare`,
  gvm: (kilograms) => `${formatNumber(kilograms, 1)} kg GVM`,
  engine: (cubicCentimetres) => `${formatNumber(cubicCentimetres, 1)} cc`,
};

/** The measures of a vehicle that its kind is compared by; null where none is stated. */
export function measuresOf(vehicle: Vehicle): Measures | null {
  const stated = MEASURES_OF[vehicle.item_type].flatMap((name) => {
    const value = vehicle[MEASURES[name]];
    return value ? [[name, value] as const] : [];
  });
  return stated.length > 0 ? Object.fromEntries(stated) : null;
}

/** The same in words, in order. */
export const measureTexts = (vehicle: Vehicle): string[] =>
  Object.entries(measuresOf(vehicle) ?? {}).map(([name, value]) => MEASURE_TEXTS[name as MeasureName](value));
