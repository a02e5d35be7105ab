import type { APIRoute } from 'astro';
import { respondToSuggestions } from '#src/features/search/server/respond-to-suggestions.ts';

export const GET: APIRoute = ({ locals }) => respondToSuggestions(locals.services, locals.dealer);

export { refuseMethodButGet as POST } from '#src/platform/http/endpoint.ts';
