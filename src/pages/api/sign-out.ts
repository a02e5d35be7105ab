import type { APIRoute } from 'astro';
import { respondToSignOut } from '#src/features/account/server/respond-to-account.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const POST: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondToSignOut(services, dealer, request);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Sign out by POST.', { Allow: 'POST' });
