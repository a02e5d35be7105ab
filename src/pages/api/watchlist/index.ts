import type { APIRoute } from 'astro';
import { respondWithWatchlist } from '#src/features/account/server/respond-to-account.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondWithWatchlist(services, dealer, request);

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
