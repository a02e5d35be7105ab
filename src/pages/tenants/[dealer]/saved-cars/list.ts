import type { APIRoute } from 'astro';
import { savedInBrowser } from '#src/features/account/server/saved-cars/listed-vehicles.ts';

export const GET: APIRoute = async ({ locals: { services, dealer }, url }) => {
  const entries = await savedInBrowser(services, dealer, url.searchParams);
  if (entries instanceof Response) return entries;
  return Response.json({ entries }, { headers: { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' } });
};
