import type { APIRoute } from 'astro';
import { respondWithList } from '#src/server/search/calls/respond-to-calls.ts';
import { refuseMethod } from '#src/server/search/respond-to-search.ts';

export const POST: APIRoute = ({ request, locals }) =>
  respondWithList(locals.services, locals.dealer, request, locals.signal);
export const ALL: APIRoute = () => refuseMethod();
