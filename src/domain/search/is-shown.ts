import type { StockRules } from '#src/config/sections/stock.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';
import { judgeOf, ruleConditions } from './stock-scope.ts';

type Ruled = Pick<Vehicle, 'make' | 'year' | 'car_type' | 'status' | 'stocknum' | 'show_on_dealer_website'>;
type ShownRules = Pick<
  StockRules,
  'maxAgeYears' | 'usedOnly' | 'inStockOnly' | 'excludedMakes' | 'excludedStockNumbers'
>;

/**
 * Whether a dealer's rules let a vehicle be seen at all: `stockScope` for one vehicle, but for how long a sold
 * one stays.
 * @param year the present one where the dealer is
 */
export const isShown = (vehicle: Ruled, stock: ShownRules, year: number): boolean =>
  !(stock.inStockOnly && vehicle.status === 'coming_soon') &&
  ruleConditions(stock, year).every((condition) => judgeOf(condition)(vehicle));
