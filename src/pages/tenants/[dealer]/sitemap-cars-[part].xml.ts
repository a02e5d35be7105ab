import type { APIRoute } from 'astro';
import { respondWithCarSitemapPart } from '#src/features/content/server/seo/sitemap.ts';

export const GET: APIRoute = ({ locals: { services, dealer, site }, params }) =>
  respondWithCarSitemapPart(services, dealer, site.origin, params.part);
