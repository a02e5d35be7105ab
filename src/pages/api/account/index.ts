import type { APIRoute } from 'astro';
import { respondToAccount } from '#src/features/account/server/respond-to-account.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondToAccount(services, dealer, request);

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
