import type { APIRoute } from 'astro';
import { refuseMethod, respondToOfferSearch } from '#src/features/search/server/respond-to-search.ts';

export const POST: APIRoute = ({ request, locals }) =>
  respondToOfferSearch(locals.services, locals.dealer, request, locals.signal);
export const ALL: APIRoute = () => refuseMethod();
