import type { APIRoute } from 'astro';
import { respondWithDeliveryPrice } from '#src/server/vehicles/estimate-delivery.ts';

export const GET: APIRoute = ({ locals: { services, dealer, clientAddress }, url }) =>
  respondWithDeliveryPrice(services, dealer, url.searchParams, clientAddress);

export { refuseMethodButGet as POST } from '#src/wire/error.ts';
