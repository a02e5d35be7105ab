import type { APIRoute } from 'astro';
import { respondWithQuote } from '#src/server/finance/quote-loan.ts';
import { errorResponse } from '#src/wire/error.ts';

export const POST: APIRoute = ({ locals: { services, dealer, ...asker }, request }) =>
  respondWithQuote(services, dealer, request, asker);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the loan by POST.', { Allow: 'POST' });
