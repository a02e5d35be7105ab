import type { DealerConfig } from '#src/config/dealer-config.ts';
import { passesFilters } from '#src/features/search/index/to-search-document.ts';
import { isVisible, wasVisible } from '#src/features/stock/visible-stock.ts';
import { isAvailable, type StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { modelSearchPath, vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { calendarYear } from '#src/platform/time/zoned-time.ts';
import type { Services } from '#src/server/services.ts';
import { findVehicleBySlug } from './queries/vehicle-queries.ts';

/** Days for which the page of a removed vehicle redirects to its model's search, before status 410. */
export const REDIRECT_DAYS = 180;

/** `moved` is a permanent redirect, `gone` a 410. */
export type VehiclePage =
  | { kind: 'listed'; vehicle: StockedVehicle; isSold: boolean }
  | { kind: 'moved'; to: string }
  | { kind: 'gone'; searchPath: string }
  | { kind: 'unknown' };

const NEVER_LISTED: VehiclePage = { kind: 'unknown' };

/**
 * Reads the database, as the index lags behind. Decision 4: a former slug redirects to the current one; the page of a
 * sold vehicle is kept for a while, then redirects to its model's search, then returns 410.
 */
export async function findVehiclePage(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  slug: string,
): Promise<VehiclePage> {
  const vehicle = await findVehicleBySlug(db, dealer.slug, slug);
  if (!vehicle) return NEVER_LISTED;
  const page = pageOf(vehicle, dealer, clock.now());
  return vehicle.slug !== slug && page.kind === 'listed'
    ? { kind: 'moved', to: vehiclePath(vehicle.slug) }
    : page;
}

/** A vehicle that exceeds the limit on age counts as removed on that 1 January. */
export function pageOf(vehicle: StockedVehicle, dealer: DealerConfig, now: Date): VehiclePage {
  const { stock, timeZone, vehiclePage } = dealer;
  const year = calendarYear(now, timeZone);
  if (!wasVisible(vehicle, dealer, year) || !passesFilters(vehicle, dealer, now)) return NEVER_LISTED;
  const isSold = !isAvailable(vehicle);
  const endedAt = isSold ? (vehicle.soldAt ?? vehicle.removedAt ?? vehicle.updatedAt) : vehicle.removedAt;
  const lastYear = endedAt === null ? year : calendarYear(new Date(endedAt), timeZone);
  if (!isVisible(vehicle, dealer, Math.min(year, lastYear))) {
    return afterPage(vehicle, daysBetween(Date.UTC(vehicle.year + (stock.maxAgeYears ?? 0) + 1, 0), now));
  }
  if (endedAt === null) return { kind: 'listed', vehicle, isSold };

  const noticeDays = isSold ? Math.max(vehiclePage.soldPageDays, stock.include_sold_cars_days) : 0;
  const days = daysBetween(Date.parse(endedAt), now);
  return days < noticeDays ? { kind: 'listed', vehicle, isSold } : afterPage(vehicle, days - noticeDays);
}

const daysBetween = (startMs: number, end: Date) => (end.getTime() - startMs) / DAY_MS;

/** @param days since the page was last listed */
function afterPage(vehicle: StockedVehicle, days: number): VehiclePage {
  const searchPath = modelSearchPath(vehicle);
  return days < REDIRECT_DAYS ? { kind: 'moved', to: searchPath } : { kind: 'gone', searchPath };
}
