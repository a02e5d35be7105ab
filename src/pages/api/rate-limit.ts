import type { APIRoute } from 'astro';
import { respondToRateLimit } from '#src/features/account/server/respond-to-account.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const POST: APIRoute = ({ locals: { services, dealer, clientAddress }, request }) =>
  respondToRateLimit(services, dealer, request, clientAddress);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the phone by POST.', { Allow: 'POST' });
