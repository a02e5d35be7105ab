import type { APIRoute } from 'astro';
import { respondToAccount } from '#src/server/account/respond-to-account.ts';
import { errorResponse } from '#src/wire/error.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondToAccount(services, dealer, request);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'This endpoint is read with GET.', { Allow: 'GET' });
