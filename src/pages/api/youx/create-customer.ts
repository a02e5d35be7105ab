import type { APIRoute } from 'astro';
import { respondToCustomer } from '#src/features/finance/server/quick-quote-submission.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const POST: APIRoute = ({ locals, request }) =>
  respondToCustomer(locals.services, locals.dealer, request, locals.clientAddress);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the customer by POST.', { Allow: 'POST' });
