import type { APIRoute } from 'astro';
import { respondWithCalendar } from '#src/features/leads/server/intake/success-page.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, params }) =>
  respondWithCalendar(services, dealer, params.lead ?? '');

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
