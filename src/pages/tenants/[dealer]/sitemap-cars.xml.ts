import type { APIRoute } from 'astro';
import { respondWithCarSitemap } from '#src/features/content/server/seo/sitemap.ts';

export const GET: APIRoute = ({ locals: { services, dealer, site } }) =>
  respondWithCarSitemap(services, dealer, site.origin);
