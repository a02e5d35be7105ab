import type { APIRoute } from 'astro';
import { respondWithSimilarIds } from '#src/features/vehicle/server/listed-cards.ts';

export const GET: APIRoute = ({ locals: { services, dealer, signal }, params }) =>
  respondWithSimilarIds(services, dealer, params.slug ?? '', signal);

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
