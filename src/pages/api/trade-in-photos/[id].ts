import type { APIRoute } from 'astro';
import { showPhoto } from '#src/features/trade-in/server/trade-in-photo-store.ts';

export const GET: APIRoute = ({ locals, params, url }) =>
  showPhoto(locals.services, locals.dealer, params.id ?? '', url.searchParams);

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
