import type { Services } from '#src/server/services.ts';
import type { EndedRequest } from './exchange.ts';

const SERVER_ERROR = 500;

/** Other pages that show stock search it too. */
const isSearch = ({ route: { kind, path } }: EndedRequest): boolean =>
  kind === 'search' || path.startsWith('/api/search');

/**
 * PLAT-72: counts searches of shoppers, those that found nothing, and failed responses. A further page of results is no
 * search.
 */
export const countRequests =
  ({ counts, tenants }: Pick<Services, 'counts' | 'tenants'>) =>
  (request: EndedRequest): void => {
    const { dealer: slug, status = 0, found, isAutomated, route } = request;
    const dealer = slug === undefined ? undefined : tenants.bySlug(slug);
    // A paused site responds with 503 by intent.
    if (status >= SERVER_ERROR && route.kind !== 'closed') counts.add(dealer, 'failures');
    if (found === undefined || isAutomated || !isSearch(request)) return;
    counts.add(dealer, 'searches');
    if (found === 0) counts.add(dealer, 'empty_searches');
  };
