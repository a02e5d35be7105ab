import type { APIRoute } from 'astro';
import { answerTestDriveTimes } from '#src/server/leads/intake/answer-test-drive-times.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals, url }) =>
  answerTestDriveTimes(locals.services, locals.dealer, url.searchParams);
