import type { APIRoute } from 'astro';

const SITEMAPS = ['/sitemap.xml', '/sitemap-cars.xml'];

/** A closed site's pages are to be asked for, so that search engines learn that they are gone or closed for now. */
const EVERYTHING = 'User-agent: *\nDisallow:\n';

export const GET: APIRoute = ({ locals: { site } }) => {
  if (site.status.state !== 'live') return new Response(EVERYTHING);
  const sitemaps = SITEMAPS.map((path) => `Sitemap: ${site.origin}${path}\n`).join('');
  return new Response(`User-agent: *\nDisallow: /api/\nDisallow: /enquire/\n\n${sitemaps}`);
};
