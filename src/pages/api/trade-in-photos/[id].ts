import type { APIRoute } from 'astro';
import { showPhoto } from '#src/server/trade-ins/show-photo.ts';

export const GET: APIRoute = ({ locals, params, url }) =>
  showPhoto(locals.services, locals.dealer, params.id ?? '', url.searchParams);

export { refuseMethodButGet as POST } from '#src/wire/error.ts';
