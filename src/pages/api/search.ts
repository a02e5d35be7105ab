import type { APIRoute } from 'astro';
import { refuseMethod, respondToSearch } from '#src/server/search/respond-to-search.ts';

export const POST: APIRoute = ({ request, locals }) =>
  respondToSearch(locals.services, locals.dealer, request, locals.signal);
export const ALL: APIRoute = () => refuseMethod();
