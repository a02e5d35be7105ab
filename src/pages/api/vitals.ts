import type { APIRoute } from 'astro';
import { respondToWebVitals } from '#src/features/content/server/count-web-vitals.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const POST: APIRoute = ({ locals: { services, dealer, clientAddress }, request }) =>
  respondToWebVitals(services, dealer, request, clientAddress);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the figures by POST.', { Allow: 'POST' });
