import type { APIRoute } from 'astro';
import { respondWithDeliveryPrice } from '#src/features/vehicle/server/cost-estimates.ts';

export const GET: APIRoute = ({ locals: { services, dealer, clientAddress }, url }) =>
  respondWithDeliveryPrice(services, dealer, url.searchParams, clientAddress);

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
