import type { PublicConfig } from '#src/config/public/public-config.ts';
import { xmlText } from './xml-text.ts';

const INFORMATION = ['/about-us', '/contact', '/dealer-locator', '/privacy-policy', '/terms-and-conditions'];

/** Paths of the pages every site has; cars are not among them. */
export function staticPaths({ search, locations }: Pick<PublicConfig, 'search' | 'locations'>): string[] {
  const places = locations.filter(({ visible }) => visible).map(({ slug }) => `/locations/${slug}`);
  return [...new Set(['/', search.defaultPath, ...INFORMATION, ...places])];
}

/** A sitemap of the sitemaps.org protocol. @param origin `https://www.dealer.com.au` */
export const sitemapXml = (origin: string, paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${xmlText(origin + path)}</loc></url>`),
    '</urlset>\n',
  ].join('\n');
