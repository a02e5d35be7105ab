import type { APIRoute } from 'astro';
import { respondWithSimilarIds } from '#src/server/vehicles/similar-vehicles.ts';

export const GET: APIRoute = ({ locals: { services, dealer, signal }, params }) =>
  respondWithSimilarIds(services, dealer, params.slug ?? '', signal);

export { refuseMethodButGet as POST } from '#src/wire/error.ts';
