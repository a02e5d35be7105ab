import type { SearchFilters } from '#src/config/sections/search-filters.ts';
import type { StockRules } from '#src/config/sections/stock.ts';
import { calendarYear } from '../calendar-year.ts';
import type { StockedVehicle, Vehicle } from '../vehicle/vehicle.ts';
import { filterConditions, judgeOf, ruleConditions, type StockRuled } from './stock-scope.ts';
import { type DocumentSettings, toSearchDocument } from './to-search-document.ts';

type Ruled = Pick<
  Vehicle,
  'make' | 'year' | 'car_type' | 'item_type' | 'status' | 'stocknum' | 'show_on_dealer_website'
>;

/** What of a dealer's configuration decides; a `DealerConfig` is one. */
export type ShownRules = StockRuled & { stock: Pick<StockRules, 'inStockOnly'> };

/**
 * Whether a dealer's rules let a vehicle be seen at all: `stockScope` for one vehicle, but for how long a sold
 * one stays.
 * @param year the present one where the dealer is
 */
export const isShown = (vehicle: Ruled, dealer: ShownRules, year: number): boolean =>
  !(dealer.stock.inStockOnly && vehicle.status === 'coming_soon') &&
  ruleConditions(dealer, year).every((condition) => judgeOf(condition)(vehicle));

/**
 * Whether the dealer's rules show it now, or did when it arrived: each 1 January the age rule drops a year of stock.
 * @param year the present one where the dealer is
 */
export const wasShown = (
  vehicle: Ruled & Pick<StockedVehicle, 'firstSeenAt'>,
  dealer: ShownRules & { timeZone: string },
  year: number,
): boolean =>
  isShown(vehicle, dealer, year) ||
  isShown(vehicle, dealer, calendarYear(new Date(vehicle.firstSeenAt), dealer.timeZone));

/** SRCH-30: whether a vehicle is one that the searches of its site can find, by the filters the site sets for all of them. */
export function passesFilters(
  vehicle: StockedVehicle,
  dealer: DocumentSettings & { search_filters: SearchFilters },
  now: Date,
): boolean {
  const conditions = filterConditions(dealer.search_filters);
  if (conditions.length === 0) return true;
  const document = toSearchDocument(vehicle, dealer, { now: () => now });
  return conditions.every((condition) => judgeOf(condition)(document));
}
