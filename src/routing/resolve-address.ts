import type { DealerConfig } from '#src/config/dealer-config.ts';
import { SAVE_SEARCH_PATH, VALUATION_PATH } from '#src/config/sections/link-paths.ts';
import { ANYONE, type Visitor } from '#src/config/sections/visitor.ts';
import { withCampaign } from './campaign.ts';
import { formerAddress } from './former-paths.ts';
import { gateAt, signInPath } from './gates.ts';
import { isSimilarPath, isViewPath, isWatchedPath, SAVED_LIST_PATH, VIEWED_PATH } from './page-paths.ts';
import { reservingAddress } from './reserving.ts';
import type { RoutedSite, SiteRoute } from './routed-site.ts';
import { routeAt, savesVehicles, watchesVehicles } from './site-routes.ts';
import { canonicalSpelling, usedCarSearch } from './spellings.ts';

/** The meaning of an address of a site. */
export type Resolution =
  /** A page that follows from the configuration. */
  | { kind: 'page'; route: SiteRoute }
  /** Stock, forms and files of machines; `internal` is where it is rendered. What it shows may still be nothing. */
  | { kind: 'stock'; internal: string }
  /** `isGate` leads to sign-in. */
  | { kind: 'redirect'; to: string; status: 301 | 302; isGate?: true }
  | { kind: 'gone' }
  /** The site is paused or retired. */
  | { kind: 'closed' }
  | { kind: 'unknown' };

/** The public settings of a site have no redirects: there only the site's own addresses resolve. */
type Site = RoutedSite & Partial<Pick<DealerConfig, 'redirects'>>;
type Address = { pathname: string; search: string };

const UNKNOWN: Resolution = { kind: 'unknown' };

/** Available while a site is paused: endpoints and forms. */
const WHILE_PAUSED = [/^\/api\//, /^\/enquire\/[^/]+$/];
/** What a shopper has paid for, and the message that says so, which may come days after the site has closed. */
const PAID = /^\/(?:api\/payments\/webhook|(?:reservations|online-payment)\/[\w-]{32})$/;
const MACHINE = [/^\/sitemap-cars(?:-\d+)?\.xml$/, /^\/feeds\/[\w-]{32}\/[a-z-]+\.(?:tsv|csv|json)$/];

const TRADE_IN_OF_A_CAR = '/cars/trade-in';
/** A valuation has an unguessable id. */
const VALUATION = new RegExp(`^${VALUATION_PATH}(?:/[\\w-]{32}(?:/[a-z]+)?)?$`);
/** SRCH-33: links in messages. */
const ALERT_LINK = new RegExp(`^${SAVE_SEARCH_PATH}/(?:confirm/[\\w-]{22}/[\\w-]{43}|[\\w-]{16})$`);
const STOP_ALERTS = new RegExp(`^${SAVE_SEARCH_PATH}/[\\w-]{16}/stop$`);
const PRINT = '/print';
/** VDP-20. */
const PDF = /^\/cars\/[^/]+\.pdf$/;

/** Stock and its actions (NAV-01, NAV-02), except reserving. */
function stockPage(site: Site, path: string): string | undefined {
  if (path === '/search' || path.startsWith('/search/') || path === '/cars') return path;
  if (path === TRADE_IN_OF_A_CAR || VALUATION.test(path)) {
    return site.pages['trade-in'].enabled ? path : undefined;
  }
  if (ALERT_LINK.test(path)) return site.search.alerts ? path : undefined;
  if (PDF.test(path)) return site.vehiclePage.pdf ? path : undefined;
  if (isSimilarPath(path)) return site.vehiclePage.similar ? path : undefined;
  if (/^\/cars\/[^/]+$/.test(path) || isViewPath(path) || path === VIEWED_PATH) return path;
  if (path === SAVED_LIST_PATH) return savesVehicles(site) ? path : undefined;
  if (isWatchedPath(path)) return watchesVehicles(site) ? path : undefined;
  if (path === PRINT) return site.dealerships.some(({ switches }) => switches.printing) ? path : undefined;
  return MACHINE.some((pattern) => pattern.test(path)) ? path : undefined;
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

/** A page or stock, or the sign-in before it. */
function gated(
  site: Site,
  { pathname: path, search }: Address,
  { isSignedIn }: Visitor,
  found: Resolution,
): Resolution {
  const gate = isSignedIn ? undefined : gateAt(site, path);
  return gate ? { kind: 'redirect', to: signInPath(gate, path, search), status: 302, isGate: true } : found;
}

const moved = (to: string, search: string): Resolution => ({
  kind: 'redirect',
  to: withQuery(to, search),
  status: 301,
});

/** NAV-12. */
function former(site: Site, path: string): Resolution {
  const found = formerAddress(site.redirects ?? [], path);
  if (!found) return UNKNOWN;
  if (found.to === undefined) return { kind: 'gone' };
  return { kind: 'redirect', to: found.to, status: found.status === 302 ? 302 : 301 };
}

/**
 * What an address means at a site; redirects keep the campaign of the visit (FORM-04).
 * @param address path without slash at its end, and query with its "?"
 * @param visitor one who is signed in passes the gates
 */
export function resolveAddress(site: Site, address: Address, visitor: Visitor = ANYONE): Resolution {
  const found = resolve(site, address, visitor);
  return found.kind === 'redirect' ? { ...found, to: withCampaign(found.to, address.search) } : found;
}

/**
 * What an address means at a site, in the order of NAV-14: the site's own fixed addresses, stock, other forms of its
 * addresses, those of the earlier site, then older forms of searches.
 */
function resolve(site: Site, address: Address, visitor: Visitor): Resolution {
  const { pathname: path, search } = address;
  // Whatever has become of the site: the law wants alerts to be stopped by the link that came with them.
  if (STOP_ALERTS.test(path) || PAID.test(path)) return { kind: 'stock', internal: path };
  if (WHILE_PAUSED.some((pattern) => pattern.test(path))) {
    return site.status.state === 'retired' ? { kind: 'closed' } : { kind: 'stock', internal: path };
  }
  if (site.status.state !== 'live') return closed(site, address);
  const route = routeAt(site, path);
  if (route) return gated(site, address, visitor, { kind: 'page', route });
  const reserving = reservingAddress(site, path, search);
  if (reserving && 'spelling' in reserving) return moved(reserving.spelling, reserving.search);
  const internal = reserving?.internal ?? stockPage(site, path);
  if (internal !== undefined) return gated(site, address, visitor, { kind: 'stock', internal });
  const spelling = canonicalSpelling(site, path);
  if (spelling !== undefined) return moved(spelling, search);
  const earlier = former(site, path);
  if (earlier.kind !== 'unknown') return earlier;
  const used = usedCarSearch(path);
  return used === undefined ? UNKNOWN : moved(used, search);
}

/** @param search with its "?", or empty */
function withQuery(to: string, search: string): string {
  const [path = to, fragment] = to.split('#');
  const query = path.includes('?') ? search.replace(/^\?/, '&') : search;
  return `${path}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}
