import type { APIRoute } from 'astro';
import { respondToContactExists } from '#src/features/account/server/respond-to-account.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondToContactExists(services, dealer, request);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'This endpoint is read with GET.', { Allow: 'GET' });
