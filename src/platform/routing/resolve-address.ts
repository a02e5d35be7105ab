import type { DealerConfig } from '#src/config/dealer-config.ts';
import { memoizeByObject } from '#src/config/memoize.ts';
import type { Redirect } from '#src/config/sections/business/identity-section.ts';
import {
  CONTACT_PATHS,
  FINANCE_PATHS,
  GARAGE_PATHS,
  LOCATION_PATHS,
  SAVE_SEARCH_PATH,
  TRADE_IN_PATHS,
  VALUATION_PATH,
  VALUATION_TERMS_PATHS,
} from '#src/config/sections/site/link-paths.ts';
import { ANYONE, type Visitor } from '#src/config/sections/visitor.ts';
import { gateAt, reservingAddress, signInPath } from './gates.ts';
import { withoutTrailingSlashes } from './href.ts';
import {
  contactSpellings,
  hasOwnFinancePage,
  isDealPath,
  isSimilarPath,
  isViewPath,
  isWatchedPath,
  locationContactPath,
  locationPath,
  modelPath,
  offerAt,
  offerPath,
  SAVED_LIST_PATH,
  VIEWED_PATH,
} from './page-paths.ts';
import type { RoutedSite, SiteRoute } from './routed-site.ts';
import { routeAt, savesVehicles, watchesVehicles } from './site-routes.ts';
import { withCampaign } from './visit-address.ts';

type Moved = Pick<Redirect, 'to' | 'status'>;
type Table = { exact: ReadonlyMap<string, Moved>; below: readonly (Moved & { prefix: string })[] };

/** Earlier sites were often inconsistent in case, escapes and trailing slashes. */
function folded(path: string): string {
  try {
    return withoutTrailingSlashes(decodeURIComponent(path).toLowerCase());
  } catch {
    return path;
  }
}

const EVERYTHING_BELOW = '/*';

const tableOf = memoizeByObject((redirects: readonly Redirect[]): Table => {
  const isBelow = ({ from }: Redirect) => from.endsWith(EVERYTHING_BELOW);
  return {
    exact: new Map(redirects.filter((each) => !isBelow(each)).map((each) => [folded(each.from), each])),
    below: redirects
      .filter(isBelow)
      .map(({ from, ...moved }) => ({ ...moved, prefix: folded(from.slice(0, -EVERYTHING_BELOW.length)) }))
      .sort((a, b) => b.prefix.length - a.prefix.length),
  };
});

/** NAV-12: redirect target of a previous site's address; exact matches first, then the longest "/*". */
export function formerAddress(redirects: readonly Redirect[], path: string): Moved | undefined {
  if (redirects.length === 0) return undefined;
  const { exact, below } = tableOf(redirects);
  const asked = folded(path);
  return exact.get(asked) ?? below.find(({ prefix }) => asked === prefix || asked.startsWith(`${prefix}/`));
}

const isOneOf = (paths: readonly string[], path: string) => paths.includes(path);

/** Alternative names of a page. */
function sameWords(site: RoutedSite, path: string): string | undefined {
  const { links } = site;
  if (isOneOf(CONTACT_PATHS, path)) return links.contact;
  if (isOneOf(FINANCE_PATHS, path)) {
    // An external finance page has no address here.
    return site.pages.finance.enabled || !hasOwnFinancePage(site) ? links.finance : undefined;
  }
  if (isOneOf(TRADE_IN_PATHS, path)) return links.tradeIn;
  if (isOneOf(VALUATION_TERMS_PATHS, path)) return links.valuationTerms;
  if (isOneOf(GARAGE_PATHS, path)) return links.garage;
  if (path === '/locations' || path === '/our-location') return '/dealer-locator';
  if (path === '/offers') return '/special-offers';
  return undefined;
}

/** Alternative forms of a location, offer or model address. */
function sameThing(site: RoutedSite, path: string): string | undefined {
  const [, first = '', second = '', third, ...more] = path.split('/');
  if (more.length > 0) return undefined;
  const visible = site.locations.filter((location) => location.visible);
  if (isOneOf(LOCATION_PATHS, `/${first}`) && third === undefined) {
    const location = visible.find(({ slug }) => slug === second);
    return location && locationPath(site, location);
  }
  if (path.startsWith('/contact-')) {
    const location = visible.find((each) => contactSpellings(site, each).includes(path));
    return location && locationContactPath(site, location);
  }
  const offer = offerAt(site.offers, path);
  if (offer) return offerPath(site, offer);
  const model = site.models.find(({ slug }) => path === `/models/${slug}` || path === `/${slug}`);
  return model && modelPath(site, model);
}

/**
 * Maps an alternative form of an address to the one this site uses.
 * @returns undefined if it already is that form, or not an address of the site
 */
function canonicalSpelling(site: RoutedSite, path: string): string | undefined {
  const to = sameWords(site, path) ?? sameThing(site, path);
  if (to === undefined || to === path) return undefined;
  const isElsewhere = to === site.links.finance && !hasOwnFinancePage(site);
  return isElsewhere || routeAt(site, to.split('#')[0] ?? to) !== undefined ? to : undefined;
}

/** NAV-02: an older form of used-car searches, with any rest of the path. */
function usedCarSearch(path: string): string | undefined {
  const words = /^\/used-car(?:\/(.+))?$/.exec(path);
  if (!words) return undefined;
  return words[1] ? `/search/${words[1]}` : '/search/used-cars';
}

/** Meaning of an address on a site. */
export type Resolution =
  /** A page that depends only on the configuration. */
  | { kind: 'page'; route: SiteRoute }
  /** Stock, forms and machine-readable files; `internal` is where it is rendered. May still be a 404. */
  | { kind: 'stock'; internal: string }
  /** `isGate` redirects to sign-in. */
  | { kind: 'redirect'; to: string; status: 301 | 302; isGate?: true }
  | { kind: 'gone' }
  /** The site is paused or retired. */
  | { kind: 'closed' }
  | { kind: 'unknown' };

/** Public settings have no redirects, so only the site's own addresses resolve. */
type Site = RoutedSite & Partial<Pick<DealerConfig, 'redirects'>>;
type Address = { pathname: string; search: string };

const UNKNOWN: Resolution = { kind: 'unknown' };

/** Available while a site is paused: endpoints and forms. */
const WHILE_PAUSED = [/^\/api\//, /^\/enquire\/[^/]+$/];
/** Paid orders and their notifications, which may arrive days after a site has closed. */
const PAID = /^\/(?:api\/payments\/webhook|(?:reservations|online-payment)\/[\w-]{32})$/;
const MACHINE = [/^\/sitemap-cars(?:-\d+)?\.xml$/, /^\/feeds\/[\w-]{32}\/[a-z\d-]+\.(?:tsv|csv|json|xml)$/];

const TRADE_IN_OF_A_CAR = '/cars/trade-in';
/** Valuations have unguessable ids. */
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
  if (isDealPath(path)) return site.deals.enabled ? path : undefined;
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

/** The page or stock, or a redirect to sign-in. */
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
 * Resolves an address of a site; redirects keep campaign parameters (FORM-04).
 * @param address path without trailing slash, and query with "?"
 * @param visitor gates are open to signed-in visitors
 */
export function resolveAddress(site: Site, address: Address, visitor: Visitor = ANYONE): Resolution {
  const found = resolve(site, address, visitor);
  return found.kind === 'redirect' ? { ...found, to: withCampaign(found.to, address.search) } : found;
}

/**
 * Resolves an address in the order of NAV-14: fixed addresses, stock, alternative forms, addresses of the previous
 * site, then older forms of searches.
 */
function resolve(site: Site, address: Address, visitor: Visitor): Resolution {
  const { pathname: path, search } = address;
  // Even on a closed site: by law, alerts must be stoppable by the link in each message.
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

/** @param search with "?", or empty */
function withQuery(to: string, search: string): string {
  const [path = to, fragment] = to.split('#');
  const query = path.includes('?') ? search.replace(/^\?/, '&') : search;
  return `${path}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}
