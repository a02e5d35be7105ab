import type { APIRoute } from 'astro';
import { respondToLead } from '#src/features/leads/server/intake/respond-to-lead.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const POST: APIRoute = ({ locals, params, request }) =>
  respondToLead(locals.services, locals.dealer, params.form ?? '', request, locals);

export const GET: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the form by POST.', { Allow: 'POST' });
