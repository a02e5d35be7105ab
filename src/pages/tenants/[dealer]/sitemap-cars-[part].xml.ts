import type { APIRoute } from 'astro';
import { answerCarSitemapPart } from '#src/server/seo/car-sitemap.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services, dealer, site }, params }) =>
  answerCarSitemapPart(services, dealer, site.origin, params.part);
