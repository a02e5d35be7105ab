import type { APIRoute } from 'astro';
import { dealerPaths } from '#src/server/dealer-paths.ts';

export const getStaticPaths = () => dealerPaths();

const SITEMAPS = ['/sitemap.xml', '/sitemap-cars.xml'];

export const GET: APIRoute = ({ locals: { site } }) => {
  const sitemaps = SITEMAPS.map((path) => `Sitemap: ${site.origin}${path}\n`).join('');
  return new Response(`User-agent: *\nDisallow: /api/\nDisallow: /enquire/\n\n${sitemaps}`);
};
