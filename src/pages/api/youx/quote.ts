import type { APIRoute } from 'astro';
import { respondWithQuote } from '#src/features/finance/server/quote-loan.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const POST: APIRoute = ({ locals: { services, dealer, ...asker }, request }) =>
  respondWithQuote(services, dealer, request, asker);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the loan by POST.', { Allow: 'POST' });
