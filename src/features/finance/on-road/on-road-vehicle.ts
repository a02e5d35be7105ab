import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import type { CalendarDate } from '#src/platform/time/calendar-date.ts';

/** What states charge by. Facts that a feed leaves out are assumed. */
export type OnRoadVehicle = {
  /** `goods`: utes, vans and light trucks. */
  build: 'passenger' | 'goods' | 'motorcycle';
  /** Never registered. */
  isNew: boolean;
  power: 'combustion' | 'hybrid' | 'plug-in' | 'electric';
  cylinders: number;
  isCylindersAssumed: boolean;
  engineCc: number;
  tareKg: number;
  seats: number;
  isFourWheelDrive: boolean;
  /** Tailpipe CO2, combined; undefined if it cannot be worked out. */
  gramsPerKm: number | undefined;
};

export type OnRoadFacts = Pick<
  Vehicle,
  | 'item_type'
  | 'car_type'
  | 'simple_body'
  | 'simple_fuel'
  | 'fuel'
  | 'simple_drive'
  | 'cylinders'
  | 'enginesize'
  | 'enginesize_litres'
  | 'fuelconsumptioncombined'
  | 'grossvehiclemass'
  | 'tare_weight'
  | 'seats'
  | 'rego_expiry'
>;

/** Above it a vehicle is charged by axles and use, which feeds do not state. */
const MAX_LIGHT_GVM_KG = 4500;

const GOODS_BODIES: ReadonlySet<string | undefined> = new Set(['ute', 'van', 'cabChassis', 'lightTruck']);
const SMALL_BODIES: ReadonlySet<string | undefined> = new Set([
  'hatch',
  'hatchback',
  'sedan',
  'coupe',
  'convertible',
  'hardtop',
  'softtop',
]);

/** Kilograms, of common vehicles. */
const TYPICAL_TARE_KG = { small: 1400, large: 1800, goods: 2000, motorcycle: 200 } as const;
const TYPICAL_CYLINDERS = 4;
const TYPICAL_CYLINDERS_OF_MOTORCYCLE = 2;
const TYPICAL_ENGINE_CC = 2000;
const TYPICAL_SEATS = 5;
const SEATS_OF_SINGLE_CAB = 2;

/** Grams of CO2 from a litre, per 100 km. */
const GRAMS_PER_LITRE = { diesel: 26.5, other: 23.2 } as const;

/** Whether an estimate is made for it: not of trucks above 4.5 tonnes, caravans and parts. */
export const isLightVehicle = ({
  item_type,
  grossvehiclemass,
}: Pick<OnRoadFacts, 'item_type' | 'grossvehiclemass'>): boolean =>
  item_type === 'motorcycle' ||
  (item_type === 'car' && (grossvehiclemass ?? 0) <= MAX_LIGHT_GVM_KG) ||
  (item_type === 'truck' && grossvehiclemass !== undefined && grossvehiclemass <= MAX_LIGHT_GVM_KG);

function buildOf({ item_type, simple_body }: OnRoadFacts): OnRoadVehicle['build'] {
  if (item_type === 'motorcycle') return 'motorcycle';
  return item_type === 'truck' || GOODS_BODIES.has(simple_body) ? 'goods' : 'passenger';
}

function powerOf({ simple_fuel, fuel = '' }: OnRoadFacts): OnRoadVehicle['power'] {
  if (/plug|phev/i.test(fuel)) return 'plug-in';
  if (simple_fuel === 'Electric' || /^(?:electric|bev|ev)$/i.test(fuel.trim())) return 'electric';
  return simple_fuel === 'Hybrid' || /hybrid|hev/i.test(fuel) ? 'hybrid' : 'combustion';
}

function gramsOf(facts: OnRoadFacts, power: OnRoadVehicle['power']): number | undefined {
  if (power === 'electric') return 0;
  const litres = facts.fuelconsumptioncombined;
  const isDiesel = facts.simple_fuel === 'Diesel' || /diesel/i.test(facts.fuel ?? '');
  return litres ? Math.round(litres * GRAMS_PER_LITRE[isDiesel ? 'diesel' : 'other']) : undefined;
}

function tareOf({ tare_weight, simple_body }: OnRoadFacts, build: OnRoadVehicle['build']): number {
  if (tare_weight) return tare_weight;
  if (build !== 'passenger') return TYPICAL_TARE_KG[build];
  return TYPICAL_TARE_KG[SMALL_BODIES.has(simple_body) ? 'small' : 'large'];
}

export function onRoadVehicle(facts: OnRoadFacts): OnRoadVehicle {
  const build = buildOf(facts);
  const power = powerOf(facts);
  const isElectric = power === 'electric';
  return {
    build,
    isNew: facts.car_type === 'new',
    power,
    cylinders: isElectric
      ? 0
      : facts.cylinders || (build === 'motorcycle' ? TYPICAL_CYLINDERS_OF_MOTORCYCLE : TYPICAL_CYLINDERS),
    isCylindersAssumed: !isElectric && !facts.cylinders,
    engineCc: facts.enginesize || Math.round((facts.enginesize_litres ?? 0) * 1000) || TYPICAL_ENGINE_CC,
    tareKg: tareOf(facts, build),
    seats: facts.seats || (facts.simple_body === 'cabChassis' ? SEATS_OF_SINGLE_CAB : TYPICAL_SEATS),
    isFourWheelDrive: facts.simple_drive === '4WD' || facts.simple_drive === 'AWD',
    gramsPerKm: gramsOf(facts, power),
  };
}

/**
 * Whether the registration comes with a used vehicle. Counted by months, so that an estimate is the same all month
 * wherever it is shown.
 */
export const hasRegistration = (
  { car_type, rego_expiry }: Pick<OnRoadFacts, 'car_type' | 'rego_expiry'>,
  date: CalendarDate,
): boolean => car_type !== 'new' && rego_expiry !== undefined && rego_expiry.slice(0, 7) > date.slice(0, 7);
