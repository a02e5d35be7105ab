import type { APIRoute } from 'astro';
import { dealerPaths } from '#src/server/dealer-paths.ts';
import { faviconSvg } from '#src/server/seo/favicon.ts';

export const getStaticPaths = () => dealerPaths();

export const GET: APIRoute = ({ locals }) =>
  new Response(faviconSvg(locals.site), { headers: { 'Content-Type': 'image/svg+xml' } });
