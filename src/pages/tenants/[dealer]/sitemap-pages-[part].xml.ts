import type { APIRoute } from 'astro';
import { dealersToBuild } from '#src/server/dealer-paths.ts';
import { partCount, sitemapPart, staticEntries } from '#src/server/seo/sitemap.ts';

export const getStaticPaths = () =>
  dealersToBuild().flatMap((dealer) =>
    Array.from({ length: partCount(staticEntries(dealer).length) }, (_, at) => ({
      params: { dealer: dealer.slug, part: String(at + 1) },
    })),
  );

export const GET: APIRoute = ({ locals: { site }, params }) =>
  new Response(sitemapPart(site.origin, staticEntries(site), Number(params.part)) ?? '', {
    headers: { 'Content-Type': 'application/xml' },
  });
