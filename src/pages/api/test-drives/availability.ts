import type { APIRoute } from 'astro';
import { respondWithTestDriveTimes } from '#src/server/leads/intake/respond-with-test-drive-times.ts';

export const GET: APIRoute = ({ locals, url }) =>
  respondWithTestDriveTimes(locals.services, locals.dealer, url.searchParams);

export { refuseMethodButGet as POST } from '#src/wire/error.ts';
