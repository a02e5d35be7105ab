import type { APIRoute } from 'astro';
import { respondToWatch } from '#src/features/account/server/respond-to-account.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const POST: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondToWatch(services, dealer, request, 'save');

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the vehicle by POST.', { Allow: 'POST' });
