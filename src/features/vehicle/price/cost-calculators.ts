import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { formatDollars } from '#src/platform/number/number-format.ts';

/** VDP-12: dollars per litre, kilometres per week, litres per 100 km. */
export const FUEL_DEFAULTS = { fuel_price: 1.7, weekly_km: 250, consumption: 10 } as const;

export type FuelField = keyof typeof FUEL_DEFAULTS;
export const FUEL_FIELDS = Object.keys(FUEL_DEFAULTS) as FuelField[];

/** Upper limits; larger numbers are typos. */
export const FUEL_LIMITS: Readonly<Record<FuelField, number>> = {
  fuel_price: 10,
  weekly_km: 10_000,
  consumption: 100,
};

const WEEKS_A_YEAR = 52;
const MONTHS_A_YEAR = 12;
const KM_OF_CONSUMPTION = 100;

/** VDP-12: false for electric vehicles. Some feeds only have the unnormalised `fuel`. */
export const usesFuel = ({
  simple_fuel,
  fuel,
  item_type,
}: Pick<Vehicle, 'simple_fuel' | 'fuel' | 'item_type'>): boolean =>
  !/^(?:electric|bev|ev)$/i.test((simple_fuel ?? fuel ?? '').trim()) && item_type !== 'caravan';

/** In dollars, unrounded. */
export function fuelCost({ fuel_price, weekly_km, consumption }: Readonly<Record<FuelField, number>>) {
  const weekly = (weekly_km / KM_OF_CONSUMPTION) * consumption * fuel_price;
  const yearly = weekly * WEEKS_A_YEAR;
  return { weekly, monthly: yearly / MONTHS_A_YEAR, yearly };
}

/** VDP-12: always two decimals. */
export const fuelDollars = (dollars: number): string => formatDollars(dollars, 2);

/** @returns undefined unless the text is a number from 0 to the field's limit */
export function readFuelField(field: FuelField, text: string): number | undefined {
  const number = /^\s*\d{1,6}(?:\.\d{1,4})?\s*$/.test(text) ? Number(text) : undefined;
  return number !== undefined && number <= FUEL_LIMITS[field] ? number : undefined;
}

export const fuelFieldError = (field: FuelField): string => `Enter a number from 0 to ${FUEL_LIMITS[field]}.`;

/** VDP-13: messages given by the specification. */
export const NO_POSTCODE_MESSAGE = 'Please enter a postcode.';
export const NO_ESTIMATE_MESSAGE =
  "Sorry, we can't provide an estimate for that location. Please use the enquiry form on this page or give us a call to get a quote.";
export const POSTCODE_EXAMPLE = '4000';
/** Query parameter of the form without JavaScript. */
export const DELIVERY_FIELD = 'delivery_postcode';
