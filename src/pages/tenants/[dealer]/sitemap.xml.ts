import type { APIRoute } from 'astro';
import { dealerPaths } from '#src/server/dealer-paths.ts';

export const getStaticPaths = () => dealerPaths();

const PAGES = ['/', '/dealer-locator', '/about-us', '/contact', '/privacy-policy', '/terms-and-conditions'];

/** The pages every dealer has, its searches and its locations. */
export const GET: APIRoute = ({ locals: { site } }) => {
  const locations = site.locations.filter(({ visible }) => visible).map(({ slug }) => `/locations/${slug}`);
  const urls = [...PAGES, site.search.defaultPath, ...locations].map(
    (path) => `<url><loc>${site.origin}${path}</loc></url>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml' } });
};
