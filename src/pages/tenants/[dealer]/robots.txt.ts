import type { APIRoute } from 'astro';

const SITEMAPS = ['/sitemap.xml', '/sitemap-cars.xml'];

/** A closed site's pages may be crawled, so that search engines learn that they are gone or temporarily closed. */
const EVERYTHING = 'User-agent: *\nDisallow:\n';

export const GET: APIRoute = ({ locals: { site } }) => {
  if (site.status.state !== 'live') return new Response(EVERYTHING);
  const sitemaps = SITEMAPS.map((path) => `Sitemap: ${site.origin}${path}\n`).join('');
  return new Response(`User-agent: *\nDisallow: /api/\nDisallow: /enquire/\n\n${sitemaps}`);
};
