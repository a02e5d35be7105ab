import type { APIRoute } from 'astro';
import { faviconSvg } from '#src/features/content/server/seo/favicon.ts';

export const GET: APIRoute = ({ locals }) =>
  new Response(faviconSvg(locals.site), { headers: { 'Content-Type': 'image/svg+xml' } });
