import type { APIRoute } from 'astro';
import { respondWithOnRoad } from '#src/features/finance/server/on-road-page.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, params, url }) =>
  respondWithOnRoad(services, dealer, params.slug ?? '', url.searchParams);

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
