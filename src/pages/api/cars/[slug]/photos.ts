import type { APIRoute } from 'astro';
import { respondWithCardPhotos } from '#src/features/vehicle/server/listed-cards.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, params }) =>
  respondWithCardPhotos(services, dealer, params.slug ?? '');

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
