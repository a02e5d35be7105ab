import type { StockRules } from '#src/config/sections/stock.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';
import { folded } from './folded.ts';

type Ruled = Pick<Vehicle, 'make' | 'year' | 'car_type' | 'status' | 'stocknum' | 'show_on_dealer_website'>;
type ShownRules = Pick<
  StockRules,
  'maxAgeYears' | 'usedOnly' | 'inStockOnly' | 'excludedMakes' | 'excludedStockNumbers'
>;

const isAmong = (texts: readonly string[], text: string | undefined) =>
  text !== undefined && texts.some((one) => folded(one) === folded(text));

/**
 * Whether a dealer's rules let a vehicle be seen at all: `stockScope` for one vehicle, but for how long a sold
 * one stays.
 * @param year the present one where the dealer is
 */
export const isShown = (vehicle: Ruled, stock: ShownRules, year: number): boolean =>
  vehicle.show_on_dealer_website &&
  !(stock.inStockOnly && vehicle.status === 'coming_soon') &&
  (stock.maxAgeYears === null || vehicle.year >= year - stock.maxAgeYears) &&
  (!stock.usedOnly || vehicle.car_type === 'used') &&
  !isAmong(stock.excludedMakes, vehicle.make) &&
  !isAmong(stock.excludedStockNumbers, vehicle.stocknum);
