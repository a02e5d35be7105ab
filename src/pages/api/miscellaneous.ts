import type { APIRoute } from 'astro';
import { respondToMiscellaneous } from '#src/server/trade-ins/respond-to-miscellaneous.ts';

export const prerender = false;

export const POST: APIRoute = ({ locals, request }) =>
  respondToMiscellaneous(locals.services, locals.dealer, request);

export const ALL: APIRoute = () =>
  Response.json(
    { error: { code: 'method_not_allowed', message: 'Send the record by POST.' } },
    { status: 405, headers: { Allow: 'POST' } },
  );
