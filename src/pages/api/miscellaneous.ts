import type { APIRoute } from 'astro';
import { respondToMiscellaneous } from '#src/features/trade-in/server/decide-offer.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const POST: APIRoute = ({ locals, request }) =>
  respondToMiscellaneous(locals.services, locals.dealer, request);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the record by POST.', { Allow: 'POST' });
