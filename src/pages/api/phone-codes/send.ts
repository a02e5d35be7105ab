import type { APIRoute } from 'astro';
import { respondToSendCode } from '#src/features/leads/server/phone-code/respond-to-phone-codes.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const POST: APIRoute = ({ locals: { services, dealer, clientAddress }, request }) =>
  respondToSendCode(services, dealer, request, clientAddress);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the phone by POST.', { Allow: 'POST' });
