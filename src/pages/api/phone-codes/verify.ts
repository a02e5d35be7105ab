import type { APIRoute } from 'astro';
import { respondToVerifyCode } from '#src/server/phone-codes/respond-to-phone-codes.ts';
import { errorResponse } from '#src/wire/error.ts';

export const POST: APIRoute = ({ locals: { services, dealer, clientAddress }, request }) =>
  respondToVerifyCode(services, dealer, request, clientAddress);

export const ALL: APIRoute = () =>
  errorResponse(405, 'method_not_allowed', 'Send the phone by POST.', { Allow: 'POST' });
