import {
  CONTACT_PATHS,
  FINANCE_PATHS,
  GARAGE_PATHS,
  LOCATION_PATHS,
  TRADE_IN_PATHS,
  VALUATION_TERMS_PATHS,
} from '#src/config/sections/link-paths.ts';
import {
  contactSpellings,
  hasOwnFinancePage,
  locationContactPath,
  locationPath,
  modelPath,
  offerAt,
  offerPath,
} from './page-paths.ts';
import type { RoutedSite } from './routed-site.ts';
import { routeAt } from './site-routes.ts';

const isOneOf = (paths: readonly string[], path: string) => paths.includes(path);

/** Addresses of one page under other names. */
function sameWords(site: RoutedSite, path: string): string | undefined {
  const { links } = site;
  if (isOneOf(CONTACT_PATHS, path)) return links.contact;
  if (isOneOf(FINANCE_PATHS, path)) {
    // A finance page on another site needs no address here.
    return site.pages.finance.enabled || !hasOwnFinancePage(site) ? links.finance : undefined;
  }
  if (isOneOf(TRADE_IN_PATHS, path)) return links.tradeIn;
  if (isOneOf(VALUATION_TERMS_PATHS, path)) return links.valuationTerms;
  if (isOneOf(GARAGE_PATHS, path)) return links.garage;
  if (path === '/locations' || path === '/our-location') return '/dealer-locator';
  if (path === '/offers') return '/special-offers';
  return undefined;
}

/** Addresses of one location, offer or model under another scheme. */
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
 * The form this site uses for another form of an address.
 * @returns undefined if it is already the site's form, or not an address of the site
 */
export function canonicalSpelling(site: RoutedSite, path: string): string | undefined {
  const to = sameWords(site, path) ?? sameThing(site, path);
  if (to === undefined || to === path) return undefined;
  const isElsewhere = to === site.links.finance && !hasOwnFinancePage(site);
  return isElsewhere || routeAt(site, to.split('#')[0] ?? to) !== undefined ? to : undefined;
}

/** NAV-02: an older form of used-car searches, with any rest of the path. */
export function usedCarSearch(path: string): string | undefined {
  const words = /^\/used-car(?:\/(.+))?$/.exec(path);
  if (!words) return undefined;
  return words[1] ? `/search/${words[1]}` : '/search/used-cars';
}
