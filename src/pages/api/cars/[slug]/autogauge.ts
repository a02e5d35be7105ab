import type { APIRoute } from 'astro';
import { respondWithGauge } from '#src/server/vehicles/read-gauge.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, params }) =>
  respondWithGauge(services, dealer, params.slug ?? '');

export { refuseMethodButGet as POST } from '#src/wire/error.ts';
