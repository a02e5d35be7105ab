import type { APIRoute } from 'astro';
import { respondWithView } from '#src/features/vehicle/server/respond-with-view.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, params, request, url }) =>
  respondWithView(services, dealer, params.slug ?? '', {
    method: request.method,
    query: url.searchParams,
    userAgent: request.headers.get('User-Agent'),
  });
