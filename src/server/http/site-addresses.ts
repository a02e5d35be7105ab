import type { DealerConfig } from '#src/config/dealer-config.ts';
import { ANYONE, type Visitor } from '#src/config/sections/visitor.ts';
import { formerAddress } from '#src/routing/former-paths.ts';
import { TENANT_PREFIX } from '#src/routing/href.ts';
import { type Resolution, resolveAddress } from '#src/routing/resolve-address.ts';
import type { Tenants } from '../tenants.ts';

/** The page of a closed site. */
const CLOSED_PAGE = '/closed';

function internalPath(found: Resolution): string | undefined {
  switch (found.kind) {
    case 'page':
      return found.route.internal;
    case 'stock':
      return found.internal;
    case 'closed':
      return CLOSED_PAGE;
    default:
      return undefined;
  }
}

/**
 * The internal path at which Astro renders an address.
 * @param url canonical path with its query
 * @returns undefined if nothing is rendered there
 */
export function renderedAt(dealer: DealerConfig, url: string, visitor: Visitor = ANYONE): string | undefined {
  const [pathname = '/'] = url.split('?');
  const search = url.slice(pathname.length);
  const internal = internalPath(resolveAddress(dealer, { pathname, search }, visitor));
  // Endpoints are the same for every site.
  if (internal?.startsWith('/api/')) return url;
  return internal === undefined ? undefined : `${TENANT_PREFIX}/${dealer.slug}${internal}${search}`;
}

/** Pages of earlier sites often end in ".html"; this site's never do. */
export const isFormer = (dealer: DealerConfig, { pathname }: URL): boolean =>
  dealer.status.state === 'live' && formerAddress(dealer.redirects, pathname) !== undefined;

/**
 * NAV-12: the same address on the site's first host, for any other host of it and for one of an earlier site. Without
 * TLS the request's scheme and port are used.
 */
export function onOwnHost(
  tenants: Tenants,
  host: string | undefined,
  { pathname, search }: URL,
  isBehindTls: boolean,
): string | undefined {
  const own = tenants.ownHostFor(host);
  if (own === undefined) return undefined;
  const site = isBehindTls ? `https://${own}` : `//${own}${/:\d{1,5}$/.exec(host ?? '')?.[0] ?? ''}`;
  return `${site}${pathname}${search}`;
}
