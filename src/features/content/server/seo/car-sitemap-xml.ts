import type { DealerConfig } from '#src/config/dealer-config.ts';
import { passesFilters } from '#src/features/search/index/to-search-document.ts';
import { isVisible } from '#src/features/stock/visible-stock.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { isAvailable } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { calendarYear } from '#src/platform/time/zoned-time.ts';
import type { Services } from '#src/server/services.ts';
import { type SitemapEntry, sitemapPart, sitemapXml } from './sitemap.ts';

/** Cars for sale; sold ones are left out (decision 4). */
async function carEntries(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
): Promise<SitemapEntry[]> {
  const now = clock.now();
  const year = calendarYear(now, dealer.timeZone);
  const vehicles = await presentVehicles(db, dealer.slug);
  return vehicles
    .filter((vehicle) => isVisible(vehicle, dealer, year) && isAvailable(vehicle))
    .filter((vehicle) => passesFilters(vehicle, dealer, now))
    .map((vehicle) => ({ path: vehiclePath(vehicle.slug), lastModified: vehicle.updatedAt }));
}

/** The sitemap of a dealer's cars, or a part of it. @returns undefined for a part that does not exist */
export async function carSitemapXml(
  services: Pick<Services, 'db' | 'clock'>,
  { dealer, origin, part }: { dealer: DealerConfig; origin: string; part: number | undefined },
): Promise<string | undefined> {
  const entries = await carEntries(services, dealer);
  return part === undefined
    ? sitemapXml(origin, entries, (number) => `/sitemap-cars-${number}.xml`)
    : sitemapPart(origin, entries, part);
}
