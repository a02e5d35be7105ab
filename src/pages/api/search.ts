import type { APIRoute } from 'astro';
import { answerSearch, refuseMethod } from '#src/server/search/answer-search.ts';

export const prerender = false;

export const POST: APIRoute = ({ request, locals }) =>
  answerSearch(locals.services, locals.dealer, request, locals.signal);
export const ALL: APIRoute = () => refuseMethod();
