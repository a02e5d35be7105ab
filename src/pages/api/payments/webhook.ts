import type { APIRoute } from 'astro';
import { respondToPaymentEvent } from '#src/features/reservations/server/payments/payment-events.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

export const POST: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondToPaymentEvent(services, dealer, request);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Events are sent by POST.', { Allow: 'POST' });
