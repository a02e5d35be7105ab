import type { APIRoute } from 'astro';
import { respondToMerge } from '#src/features/account/server/respond-to-account.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const POST: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondToMerge(services, dealer, request);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the vehicles by POST.', { Allow: 'POST' });
