import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { formatDollars } from '#src/platform/number/number-format.ts';

/** VDP-12: what the calculator begins with: dollars a litre, kilometres a week, litres for 100 km. */
export const FUEL_DEFAULTS = { fuel_price: 1.7, weekly_km: 250, consumption: 10 } as const;

export type FuelField = keyof typeof FUEL_DEFAULTS;
export const FUEL_FIELDS = Object.keys(FUEL_DEFAULTS) as FuelField[];

/** The most each may be; beyond it a finger has slipped. */
export const FUEL_LIMITS: Readonly<Record<FuelField, number>> = {
  fuel_price: 10,
  weekly_km: 10_000,
  consumption: 100,
};

const WEEKS_A_YEAR = 52;
const MONTHS_A_YEAR = 12;
const KM_OF_CONSUMPTION = 100;

/** VDP-12: electric vehicles use none. Some feeds name the fuel in their own words alone. */
export const usesFuel = ({
  simple_fuel,
  fuel,
  item_type,
}: Pick<Vehicle, 'simple_fuel' | 'fuel' | 'item_type'>): boolean =>
  !/^(?:electric|bev|ev)$/i.test((simple_fuel ?? fuel ?? '').trim()) && item_type !== 'caravan';

/** What fuel costs, dollars; not rounded. */
export function fuelCost({ fuel_price, weekly_km, consumption }: Readonly<Record<FuelField, number>>) {
  const weekly = (weekly_km / KM_OF_CONSUMPTION) * consumption * fuel_price;
  const yearly = weekly * WEEKS_A_YEAR;
  return { weekly, monthly: yearly / MONTHS_A_YEAR, yearly };
}

/** VDP-12: two decimals, always. */
export const fuelDollars = (dollars: number): string => formatDollars(dollars, 2);

/** A number from 0 to the field's limit; undefined for any other text. */
export function readFuelField(field: FuelField, text: string): number | undefined {
  const number = /^\s*\d{1,6}(?:\.\d{1,4})?\s*$/.test(text) ? Number(text) : undefined;
  return number !== undefined && number <= FUEL_LIMITS[field] ? number : undefined;
}

export const fuelFieldError = (field: FuelField): string => `Enter a number from 0 to ${FUEL_LIMITS[field]}.`;

/** VDP-13: exact words. */
export const NO_POSTCODE_MESSAGE = 'Please enter a postcode.';
export const NO_ESTIMATE_MESSAGE =
  "Sorry, we can't provide an estimate for that location. Please use the enquiry form on this page or give us a call to get a quote.";
export const POSTCODE_EXAMPLE = '4000';
/** Of the form that works without JavaScript. */
export const DELIVERY_FIELD = 'delivery_postcode';
