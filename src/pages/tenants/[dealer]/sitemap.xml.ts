import type { APIRoute } from 'astro';
import { dealerPaths } from '#src/server/dealer-paths.ts';
import { sitemapXml, staticPaths } from '#src/server/seo/sitemap.ts';

export const getStaticPaths = () => dealerPaths();

export const GET: APIRoute = ({ locals }) =>
  new Response(sitemapXml(locals.site.origin, staticPaths(locals.site)), {
    headers: { 'Content-Type': 'application/xml' },
  });
