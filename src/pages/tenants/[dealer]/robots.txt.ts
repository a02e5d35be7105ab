import type { APIRoute } from 'astro';
import { dealerPaths } from '#src/server/dealer-paths.ts';

export const getStaticPaths = () => dealerPaths();

export const GET: APIRoute = ({ locals }) =>
  new Response(
    `User-agent: *\nDisallow: /api/\nDisallow: /enquire/\n\nSitemap: ${locals.site.origin}/sitemap.xml\n`,
  );
