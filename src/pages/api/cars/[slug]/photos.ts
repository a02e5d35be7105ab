import type { APIRoute } from 'astro';
import { respondWithCardPhotos } from '#src/server/vehicles/card-photos.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, params }) =>
  respondWithCardPhotos(services, dealer, params.slug ?? '');

export { refuseMethodButGet as POST } from '#src/wire/error.ts';
