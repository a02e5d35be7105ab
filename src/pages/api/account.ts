import type { APIRoute } from 'astro';
import { respondToAccount } from '#src/server/account/respond-to-account.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondToAccount(services, dealer, request);

export { refuseMethodButGet as POST } from '#src/wire/error.ts';
