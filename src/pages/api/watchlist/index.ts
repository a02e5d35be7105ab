import type { APIRoute } from 'astro';
import { respondWithWatchlist } from '#src/server/account/respond-to-watchlist.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondWithWatchlist(services, dealer, request);

export { refuseMethodButGet as POST } from '#src/wire/error.ts';
