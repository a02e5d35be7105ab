import type { APIRoute } from 'astro';
import { respondWithFeed } from '#src/server/outbound-feeds/respond-with-feed.ts';

export const GET: APIRoute = ({ locals: { services, dealer }, params: { token, file } }) =>
  respondWithFeed(services, dealer, { token, file });
