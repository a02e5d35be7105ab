import type { DealerConfig } from '#src/config/dealer-config.ts';
import { countPresentVehicles } from '#src/providers/database/vehicles.ts';
import type { Services } from '../services.ts';
import { partCount } from './sitemap.ts';

type SitemapServices = Pick<Services, 'db' | 'clock' | 'documents'>;

const noSuchPart = () => new Response('No such part.', { status: 404 });

const asXml = (xml: string | undefined): Response =>
  xml === undefined
    ? noSuchPart()
    : new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });

/** `GET /sitemap-cars.xml`. @param origin of the dealer's canonical addresses */
export async function respondWithCarSitemap(
  { documents, clock }: SitemapServices,
  dealer: DealerConfig,
  origin: string,
): Promise<Response> {
  return asXml(await documents.carSitemap({ dealer, origin, part: undefined, at: clock.now() }));
}

/** `GET /sitemap-cars-1.xml`; 404 for a missing part, usually without reading the stock. */
export async function respondWithCarSitemapPart(
  { db, documents, clock }: SitemapServices,
  dealer: DealerConfig,
  origin: string,
  part: string | undefined,
): Promise<Response> {
  const number = Number(part);
  const isPlausible = Number.isInteger(number) && number >= 1;
  // Not all are listed, so there may be fewer parts, never more.
  if (!isPlausible || number > partCount(await countPresentVehicles(db, dealer.slug))) return noSuchPart();
  return asXml(await documents.carSitemap({ dealer, origin, part: number, at: clock.now() }));
}
