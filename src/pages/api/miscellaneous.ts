import type { APIRoute } from 'astro';
import { answerMiscellaneous } from '#src/server/trade-ins/answer-miscellaneous.ts';

export const prerender = false;

export const POST: APIRoute = ({ locals, request }) =>
  answerMiscellaneous(locals.services, locals.dealer, request);

export const ALL: APIRoute = () =>
  Response.json(
    { error: { code: 'method_not_allowed', message: 'Send the record by POST.' } },
    { status: 405, headers: { Allow: 'POST' } },
  );
