import type { DealerConfig } from '#src/config/dealer-config.ts';
import { calendarYear } from '#src/domain/calendar-year.ts';
import { isShown } from '#src/domain/search/is-shown.ts';
import { isAvailable } from '#src/domain/vehicle/availability.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import { countPresentVehicles, presentVehicles } from '#src/providers/database/vehicles.ts';
import type { Services } from '../services.ts';
import { partCount, type SitemapEntry, sitemapPart, sitemapXml } from './sitemap.ts';

/** Cars a shopper can see and buy; sold ones are left out (decision 4). */
async function carEntries(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
): Promise<SitemapEntry[]> {
  const year = calendarYear(clock.now(), dealer.timeZone);
  const vehicles = await presentVehicles(db, dealer.slug);
  return vehicles
    .filter((vehicle) => isShown(vehicle, dealer, year) && isAvailable(vehicle))
    .map((vehicle) => ({ path: vehiclePath(vehicle.slug), lastModified: vehicle.updatedAt }));
}

const asXml = (xml: string): Response =>
  new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });

/** `GET /sitemap-cars.xml`. @param origin of the dealer's canonical addresses */
export async function respondWithCarSitemap(
  services: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  origin: string,
): Promise<Response> {
  const entries = await carEntries(services, dealer);
  return asXml(sitemapXml(origin, entries, (part) => `/sitemap-cars-${part}.xml`));
}

const noSuchPart = () => new Response('No such part.', { status: 404 });

/** `GET /sitemap-cars-1.xml`; 404 for a missing part, usually without reading the stock. */
export async function respondWithCarSitemapPart(
  services: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  origin: string,
  part: string | undefined,
): Promise<Response> {
  const number = Number(part);
  const isPlausible = Number.isInteger(number) && number >= 1;
  // Not all are listed, so there may be fewer parts, never more.
  if (!isPlausible || number > partCount(await countPresentVehicles(services.db, dealer.slug)))
    return noSuchPart();
  const xml = sitemapPart(origin, await carEntries(services, dealer), number);
  return xml === undefined ? noSuchPart() : asXml(xml);
}
