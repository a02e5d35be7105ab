import type { APIRoute } from 'astro';
import { respondToSignOut } from '#src/server/account/respond-to-account.ts';
import { errorResponse } from '#src/wire/error.ts';

export const POST: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondToSignOut(services, dealer, request);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Sign out by POST.', { Allow: 'POST' });
