import type { State } from '#src/config/sections/states.ts';
import { STATES } from '#src/config/sections/states.ts';
import { currentPrice, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { wholeDollars } from '#src/platform/number/number-format.ts';
import type { CalendarDate } from '#src/platform/time/calendar-date.ts';
import { type DriveAwayPrices, estimatedIn } from './estimate-text.ts';
import { type OnRoadSite, vehicleOnRoad } from './on-road-estimate.ts';
import { periodOn, STATE_CHARGES } from './state-charges.ts';

/** CARD-210: the totals of a vehicle's estimates; null if it has none. */
export function estimatedDriveAway(
  vehicle: Vehicle,
  site: OnRoadSite,
  date: CalendarDate,
): DriveAwayPrices | null {
  const totals = STATES.map((state) => vehicleOnRoad(vehicle, site, { state, date })?.totalCents);
  return totals.some((total) => total !== undefined)
    ? totals.map((total) => (total === undefined ? null : wholeDollars(total)))
    : null;
}

/** FAV-210: what a vehicle costs on the road in each state, and whether that is estimated; null if it is not known. */
export function comparedDriveAway(
  vehicle: Vehicle,
  site: OnRoadSite,
  date: CalendarDate,
): { prices: DriveAwayPrices; isEstimated: boolean } | null {
  const estimated = estimatedDriveAway(vehicle, site, date);
  const prices = STATES.map(driveAwayIn(estimated, vehicle, site));
  return prices.some((price) => price !== null) ? { prices, isEstimated: estimated !== null } : null;
}

/** SRCH-210: what a vehicle costs on the road in a state: its price if that is all, or the estimate. */
export function driveAwayIn(
  estimated: DriveAwayPrices | null,
  vehicle: Vehicle,
  { stock }: Pick<OnRoadSite, 'stock'>,
): (state: State) => number | null {
  const pricing = pricingOf(vehicle, stock.defaultPriceType);
  const cents = currentPrice(pricing);
  const isAll =
    vehicle.item_type !== 'part' &&
    pricing.price_type !== null &&
    pricing.price_type !== 'excluding_government_charges';
  const price = isAll && cents !== null ? wholeDollars(cents) : null;
  return (state) => (estimated ? estimatedIn(estimated, state) : price);
}

/** Changes whenever estimates may. */
export const onRoadBasis = (date: CalendarDate): string =>
  [
    date.slice(0, 'YYYY-MM'.length),
    ...Object.values(STATE_CHARGES).map((charges) => [charges.checkedOn, periodOn(charges, date)?.from]),
  ].join();
