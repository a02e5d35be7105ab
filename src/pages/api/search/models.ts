import type { APIRoute } from 'astro';
import { refuseMethod, respondToModelSearch } from '#src/features/search/server/respond-to-search.ts';

export const POST: APIRoute = ({ request, locals }) =>
  respondToModelSearch(locals.services, locals.dealer, request, locals.signal);
export const ALL: APIRoute = () => refuseMethod();
