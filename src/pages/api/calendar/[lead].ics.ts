import type { APIRoute } from 'astro';
import { respondWithCalendar } from '#src/server/leads/intake/sent-lead.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, params }) =>
  respondWithCalendar(services, dealer, params.lead ?? '');

export { refuseMethodButGet as POST } from '#src/wire/error.ts';
