import type { APIRoute } from 'astro';
import { sitemapXml, staticEntries } from '#src/features/content/server/seo/sitemap.ts';

export const GET: APIRoute = ({ locals: { site } }) =>
  new Response(
    sitemapXml(site.origin, staticEntries(site), (part) => `/sitemap-pages-${part}.xml`),
    {
      headers: { 'Content-Type': 'application/xml' },
    },
  );
