import type { APIRoute } from 'astro';
import { respondToWords } from '#src/features/search/server/understand-query.ts';

export const prerender = false;

export const GET: APIRoute = ({ url, locals }) =>
  respondToWords(locals.services, locals.dealer, url.searchParams);

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
