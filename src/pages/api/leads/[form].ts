import type { APIRoute } from 'astro';
import { respondToLead } from '#src/server/leads/intake/respond-to-lead.ts';
import type { LeadRefused } from '#src/wire/leads.ts';

export const prerender = false;

export const POST: APIRoute = ({ locals, params, request }) =>
  respondToLead(locals.services, locals.dealer, params.form ?? '', request, locals.clientAddress);

export const GET: APIRoute = () => {
  const refused: LeadRefused = { error: { code: 'method_not_allowed', message: 'Send the form by POST.' } };
  return Response.json(refused, { status: 405, headers: { Allow: 'POST' } });
};
