import type { APIRoute } from 'astro';
import { respondToRateLimit } from '#src/server/account/respond-to-account.ts';
import { errorResponse } from '#src/wire/error.ts';

export const POST: APIRoute = ({ locals: { services, dealer, clientAddress }, request }) =>
  respondToRateLimit(services, dealer, request, clientAddress);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the phone by POST.', { Allow: 'POST' });
