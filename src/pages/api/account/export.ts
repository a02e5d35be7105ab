import type { APIRoute } from 'astro';
import { respondWithExport } from '#src/features/account/server/garage/account-export.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, request }) =>
  respondWithExport(services, dealer, request);

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
