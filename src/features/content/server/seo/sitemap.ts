import type { DealerConfig } from '#src/config/dealer-config.ts';
import { countPresentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { RoutedSite } from '#src/platform/routing/routed-site.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { xmlText } from '#src/platform/text/xml.ts';
import type { Services } from '#src/server/services.ts';

/** The protocol allows 50,000 URLs; smaller files are cheaper to fetch again after a change. */
export const SITEMAP_MAX_URLS = 10_000;

export type SitemapEntry = {
  path: string;
  /** `YYYY-MM-DD` or ISO 8601. */
  lastModified?: string;
};

/** Pages that depend only on the configuration; excludes cars. */
export function staticEntries(site: RoutedSite): SitemapEntry[] {
  const pages = siteRoutes(site)
    .filter(({ indexed }) => indexed)
    .map(({ path }) => path);
  const paths = pages.length > 0 ? [...pages, site.search.defaultPath] : [];
  return [...new Set(paths)].map((path) => ({ path }));
}

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const entryXml = (origin: string, element: 'url' | 'sitemap', { path, lastModified }: SitemapEntry) => {
  const date = lastModified ? `<lastmod>${xmlText(lastModified)}</lastmod>` : '';
  return `<${element}><loc>${xmlText(origin + path)}</loc>${date}</${element}>`;
};

const urlset = (origin: string, entries: readonly SitemapEntry[]): string =>
  [
    head,
    `<urlset ${NAMESPACE}>`,
    ...entries.map((entry) => entryXml(origin, 'url', entry)),
    '</urlset>\n',
  ].join('\n');

/** Number of parts of a sitemap; 0 if a single file is enough. */
export const partCount = (count: number, max = SITEMAP_MAX_URLS): number =>
  count > max ? Math.ceil(count / max) : 0;

/**
 * A sitemap of the sitemaps.org protocol (NAV-12), or an index of its parts if there are too many URLs for one file.
 * @param origin `https://www.dealer.com.au`
 * @param partPath path of a part by number, from 1
 */
export function sitemapXml(
  origin: string,
  entries: readonly SitemapEntry[],
  partPath: (part: number) => string,
  max = SITEMAP_MAX_URLS,
): string {
  const parts = partCount(entries.length, max);
  if (parts === 0) return urlset(origin, entries);
  const listed = Array.from({ length: parts }, (_, at) => ({ path: partPath(at + 1) }));
  return [
    head,
    `<sitemapindex ${NAMESPACE}>`,
    ...listed.map((entry) => entryXml(origin, 'sitemap', entry)),
    '</sitemapindex>\n',
  ].join('\n');
}

/** A part of a large sitemap, from 1; undefined if it does not exist. */
export function sitemapPart(
  origin: string,
  entries: readonly SitemapEntry[],
  part: number,
  max = SITEMAP_MAX_URLS,
): string | undefined {
  const isPart = Number.isInteger(part) && part >= 1 && part <= partCount(entries.length, max);
  return isPart ? urlset(origin, entries.slice((part - 1) * max, part * max)) : undefined;
}

type SitemapServices = Pick<Services, 'db' | 'clock' | 'documents'>;

const noSuchPart = () => new Response('No such part.', { status: 404 });

const asXml = (xml: string | undefined): Response =>
  xml === undefined
    ? noSuchPart()
    : new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });

/** `GET /sitemap-cars.xml`. @param origin of the dealer's canonical URLs */
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
  // Some are not listed, so there may be fewer parts, but never more.
  if (!isPlausible || number > partCount(await countPresentVehicles(db, dealer.slug))) return noSuchPart();
  return asXml(await documents.carSitemap({ dealer, origin, part: number, at: clock.now() }));
}
