import type { APIRoute } from 'astro';
import { respondWithGauge } from '#src/features/vehicle/server/cost-estimates.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, params }) =>
  respondWithGauge(services, dealer, params.slug ?? '');

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
