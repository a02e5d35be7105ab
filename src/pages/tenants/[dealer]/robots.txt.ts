import type { APIRoute } from 'astro';

const SITEMAPS = ['/sitemap.xml', '/sitemap-cars.xml'];

/** Pages of a closed site may be crawled, so that search engines see the status 410 or 503. */
const EVERYTHING = 'User-agent: *\nDisallow:\n';

export const GET: APIRoute = ({ locals: { site } }) => {
  if (site.status.state !== 'live') return new Response(EVERYTHING);
  const sitemaps = SITEMAPS.map((path) => `Sitemap: ${site.origin}${path}\n`).join('');
  return new Response(`User-agent: *\nDisallow: /api/\nDisallow: /enquire/\n\n${sitemaps}`);
};
