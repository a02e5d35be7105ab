import type { APIRoute } from 'astro';
import { respondWithTestDriveTimes } from '#src/features/leads/server/intake/respond-to-lead.ts';

export const GET: APIRoute = ({ locals, url }) =>
  respondWithTestDriveTimes(locals.services, locals.dealer, url.searchParams);

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
