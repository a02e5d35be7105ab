import type { APIRoute } from 'astro';
import { respondWithFeed } from '#src/features/feeds/server/outbound-feed-response.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, params: { token, file } }) =>
  respondWithFeed(services, dealer, { token, file });
