import type { APIRoute } from 'astro';
import { answerCarSitemap } from '#src/server/seo/car-sitemap.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services, dealer, site } }) =>
  answerCarSitemap(services, dealer, site.origin);
