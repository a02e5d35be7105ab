import type { APIRoute } from 'astro';
import { sitemapPart, staticEntries } from '#src/features/content/server/seo/sitemap.ts';

export const GET: APIRoute = ({ locals: { site }, params }) =>
  new Response(sitemapPart(site.origin, staticEntries(site), Number(params.part)) ?? '', {
    headers: { 'Content-Type': 'application/xml' },
  });
