import type { DealerConfig } from '#src/config/dealer-config.ts';
import { ANYONE, type Visitor } from '#src/config/sections/visitor.ts';
import type { Tenants } from '#src/dealer-files/fleet/tenants.ts';
import { isTenantPath, TENANT_PREFIX, withoutTrailingSlashes } from '#src/platform/routing/href.ts';
import { isViewPath } from '#src/platform/routing/page-paths.ts';
import { formerAddress, type Resolution, resolveAddress } from '#src/platform/routing/resolve-address.ts';
import { policyAt } from '#src/platform/routing/route-policies.ts';

const BASE = 'http://site.invalid';
const NUL = '\0';

/**
 * The canonical path of a request, with dots resolved. Rejects paths that could name another host or leave a folder
 * once decoded.
 * @returns undefined if there is no canonical path
 */
export function readRequestPath(url: string | undefined): URL | undefined {
  if (!url?.startsWith('/') || url.startsWith('//') || url.includes('\\')) return undefined;
  try {
    const parsed = new URL(url, BASE);
    const decoded = decodeURIComponent(parsed.pathname);
    // "/.//other.example/" resolves to "//other.example/", which browsers treat as another host.
    if (parsed.origin !== BASE || parsed.pathname.startsWith('//')) return undefined;
    if (decoded.includes(NUL) || decoded.split(/[/\\]/).includes('..')) return undefined;
    return parsed;
  } catch {
    return undefined;
  }
}

/** The internal prefix of pages, the not-found page and page files are not public. */
export const isInternal = (pathname: string): boolean =>
  isTenantPath(pathname) || /^\/404\/?$|\.html$/i.test(decodeURIComponent(pathname));

/** Scripts, pictures and machine-readable files; a closed site still serves them. */
export const namesFile = (pathname: string): boolean =>
  /\.[a-z0-9]+$/i.test(pathname) && !isViewPath(pathname);

/** The framework would decode other spellings to the same endpoint, bypassing the guard. */
const PLAIN = /^(?:\/[\w-]+)+$/;

export const takesPost = (pathname: string): boolean =>
  PLAIN.test(pathname) && policyAt(pathname)?.post !== undefined;

/** @returns path and query without the trailing slash; undefined if there is none */
export const withoutTrailingSlash = ({ pathname, search }: URL): string | undefined =>
  pathname.length > 1 && pathname.endsWith('/') ? `${withoutTrailingSlashes(pathname)}${search}` : undefined;

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
 * @param url canonical path and query
 * @returns undefined if nothing is rendered there
 */
export function renderedAt(dealer: DealerConfig, url: string, visitor: Visitor = ANYONE): string | undefined {
  const [pathname = '/'] = url.split('?');
  const search = url.slice(pathname.length);
  const internal = internalPath(resolveAddress(dealer, { pathname, search }, visitor));
  // Endpoints are shared by all sites.
  if (internal?.startsWith('/api/')) return url;
  return internal === undefined ? undefined : `${TENANT_PREFIX}/${dealer.slug}${internal}${search}`;
}

/** Pages of a dealer's previous site often end in ".html"; those of this site never do. */
export const isFormer = (dealer: DealerConfig, { pathname }: URL): boolean =>
  dealer.status.state === 'live' && formerAddress(dealer.redirects, pathname) !== undefined;

/**
 * NAV-12: the same address on the site's primary host, if requested on a secondary host or one of its previous site.
 * Without TLS, the request's scheme and port are kept.
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
