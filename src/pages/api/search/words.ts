import type { APIRoute } from 'astro';
import { respondToWords } from '#src/server/search/respond-to-words.ts';

export const prerender = false;

export const GET: APIRoute = ({ url, locals }) =>
  respondToWords(locals.services, locals.dealer, url.searchParams);

export { refuseMethodButGet as POST } from '#src/wire/error.ts';
