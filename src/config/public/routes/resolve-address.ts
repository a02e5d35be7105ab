import type { DealerConfig } from '../../dealer-config.ts';
import { formerAddress } from './former-paths.ts';
import { gateAt, signInPath } from './gates.ts';
import type { RoutedSite, SiteRoute } from './routed-site.ts';
import { routeAt } from './site-routes.ts';
import { canonicalSpelling } from './spellings.ts';

/** What an address of a site is. */
export type Resolution =
  /** A page that follows from the configuration. */
  | { kind: 'page'; route: SiteRoute }
  /** Stock, forms and files of machines; `internal` is where it is rendered. What it shows may still be nothing. */
  | { kind: 'stock'; internal: string }
  | { kind: 'redirect'; to: string; status: 301 | 302 }
  | { kind: 'gone' }
  /** The site is paused or retired. */
  | { kind: 'closed' }
  | { kind: 'unknown' };

/** What a browser may see of a site has no redirects: it asks for the site's own addresses alone. */
type Site = RoutedSite & Partial<Pick<DealerConfig, 'redirects'>>;
type Address = { pathname: string; search: string };

/** Answered alike whether or not a site is open: endpoints, forms, what machines read. */
const ALWAYS = [/^\/api\//, /^\/enquire\/[^/]+$/];
const MACHINE = [/^\/sitemap-cars(?:-\d+)?\.xml$/];

const CAR_WORDS = ['trade-in'];

function carPage(site: Site, path: string): string | undefined {
  const reserving = /^\/cars\/([^/]+)(\/checkout|\/buy-online)$/.exec(path);
  if (reserving) {
    const isOn = site.dealerships.some(({ switches }) => switches.checkout);
    return isOn && reserving[2] === site.links.checkout ? `/reserve/${reserving[1]}` : undefined;
  }
  const slug = /^\/cars\/([^/]+)$/.exec(path)?.[1];
  if (slug === undefined) return undefined;
  if (!CAR_WORDS.includes(slug)) return path;
  return site.pages['trade-in'].enabled ? path : undefined;
}

/** Stock and what is done with it (NAV-01, NAV-02). */
function stockPage(site: Site, path: string, params: URLSearchParams): string | undefined {
  const { dealerships, links } = site;
  if (path === '/search' || path.startsWith('/search/') || path === '/cars') return path;
  if (path.startsWith('/cars/')) return carPage(site, path);
  if (path === '/checkout-journey' && links.checkout === path) {
    const slug = params.get('car_id');
    const isOn = dealerships.some(({ switches }) => switches.checkout);
    return isOn && slug ? `/reserve/${encodeURIComponent(slug)}` : undefined;
  }
  if (path === '/print') return dealerships.some(({ switches }) => switches.printing) ? path : undefined;
  return MACHINE.some((pattern) => pattern.test(path)) ? path : undefined;
}

/** NAV-02: an older spelling of the searches of used cars. */
function usedCarSearch(path: string): string | undefined {
  const words = /^\/used-car(?:\/(.+))?$/.exec(path);
  if (!words) return undefined;
  return words[1] ? `/search/${words[1]}` : '/search/used-cars';
}

function closed(site: Site, { pathname: path, search }: Address): Resolution {
  const route = routeAt(site, path);
  if (site.status.state === 'paused' && route) return { kind: 'page', route };
  const { movedTo } = site.status;
  if (site.status.state === 'retired' && movedTo !== undefined) {
    return { kind: 'redirect', to: movedTo.replace(/\/$/, '') + path + search, status: 301 };
  }
  return { kind: 'closed' };
}

/**
 * What an address means at a site, in the one order of NAV-14: the site's own fixed addresses, stock, the other
 * spellings of its addresses, then those of the earlier site.
 * @param address path without slash at its end, and query with its "?"
 */
export function resolveAddress(site: Site, address: Address): Resolution {
  const { pathname: path, search } = address;
  if (ALWAYS.some((pattern) => pattern.test(path))) {
    return site.status.state === 'retired' ? { kind: 'closed' } : { kind: 'stock', internal: path };
  }
  if (site.status.state !== 'live') return closed(site, address);
  const route = routeAt(site, path);
  const internal = route ? undefined : stockPage(site, path, new URLSearchParams(search));
  if (route || internal !== undefined) {
    const gate = gateAt(site, path);
    if (gate) return { kind: 'redirect', to: signInPath(gate, path + search), status: 302 };
    return route ? { kind: 'page', route } : { kind: 'stock', internal: internal ?? path };
  }
  const spelling = canonicalSpelling(site, path) ?? usedCarSearch(path);
  if (spelling !== undefined) return { kind: 'redirect', to: withQuery(spelling, search), status: 301 };
  const moved = formerAddress(site.redirects ?? [], path);
  if (!moved) return { kind: 'unknown' };
  if (moved.to === undefined) return { kind: 'gone' };
  return { kind: 'redirect', to: moved.to, status: moved.status === 302 ? 302 : 301 };
}

function withQuery(to: string, search: string): string {
  const [path = to, fragment] = to.split('#');
  return `${path}${search}${fragment === undefined ? '' : `#${fragment}`}`;
}
