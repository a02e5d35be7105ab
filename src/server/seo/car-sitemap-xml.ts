import type { DealerConfig } from '#src/config/dealer-config.ts';
import { calendarYear } from '#src/domain/calendar-year.ts';
import { isShown, passesFilters } from '#src/domain/search/is-shown.ts';
import { isAvailable } from '#src/domain/vehicle/availability.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import { presentVehicles } from '#src/providers/database/vehicles.ts';
import type { Services } from '../services.ts';
import { type SitemapEntry, sitemapPart, sitemapXml } from './sitemap.ts';

/** Cars a shopper can see and buy; sold ones are left out (decision 4). */
async function carEntries(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
): Promise<SitemapEntry[]> {
  const now = clock.now();
  const year = calendarYear(now, dealer.timeZone);
  const vehicles = await presentVehicles(db, dealer.slug);
  return vehicles
    .filter((vehicle) => isShown(vehicle, dealer, year) && isAvailable(vehicle))
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
