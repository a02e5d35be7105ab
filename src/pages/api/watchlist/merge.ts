import type { APIRoute } from 'astro';
import { respondToMerge } from '#src/server/account/respond-to-watchlist.ts';
import { errorResponse } from '#src/wire/error.ts';

export const POST: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondToMerge(services, dealer, request);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the vehicles by POST.', { Allow: 'POST' });
