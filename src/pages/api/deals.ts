import type { APIRoute } from 'astro';
import { respondToDeals } from '#src/features/deal/server/account-deals.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const POST: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondToDeals(services, dealer, request);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the deals by POST.', { Allow: 'POST' });
