import {
  CONTACT_PATHS,
  FINANCE_PATHS,
  GARAGE_PATHS,
  LOCATION_PATHS,
  TRADE_IN_PATHS,
  VALUATION_TERMS_PATHS,
} from '../../sections/links.ts';
import { hasOwnFinancePage, locationContactPath, locationPath, modelPath, offerPath } from './page-paths.ts';
import type { RoutedSite } from './routed-site.ts';
import { routeAt } from './site-routes.ts';

const isOneOf = (paths: readonly string[], path: string) => paths.includes(path);

/** Addresses of one page under other names. */
function sameWords(site: RoutedSite, path: string): string | undefined {
  const { links } = site;
  if (isOneOf(CONTACT_PATHS, path)) return links.contact;
  if (isOneOf(FINANCE_PATHS, path)) {
    // Another site's finance page needs none of one's own.
    return site.pages.finance.enabled || !hasOwnFinancePage(site) ? links.finance : undefined;
  }
  if (isOneOf(TRADE_IN_PATHS, path)) return links.tradeIn;
  if (isOneOf(VALUATION_TERMS_PATHS, path)) return links.valuationTerms;
  if (isOneOf(GARAGE_PATHS, path)) return links.garage;
  if (path === '/locations' || path === '/our-location') return '/dealer-locator';
  if (path === '/offers') return '/special-offers';
  return undefined;
}

/** Addresses of one location, offer, model or car under another scheme. */
function sameThing(site: RoutedSite, path: string): string | undefined {
  const [, first = '', second = '', third, ...more] = path.split('/');
  if (more.length > 0) return undefined;
  if (isOneOf(LOCATION_PATHS, `/${first}`) && third === undefined) {
    const location = site.locations.find(({ slug, visible }) => visible && slug === second);
    return location && locationPath(site, location);
  }
  if (first === 'contact-us' && third === undefined) {
    const location = site.locations.find(({ slug, visible }) => visible && slug === second);
    return location && locationContactPath(site, location);
  }
  if (first === 'offers') {
    const offer = site.offers.find(({ id }) => id === (third ?? second));
    return offer && offerPath(site, offer);
  }
  const model = site.models.find(({ slug }) => path === `/models/${slug}` || path === `/${slug}`);
  if (model) return modelPath(site, model);
  const isReserving = first === 'cars' && (third === 'checkout' || third === 'buy-online');
  return isReserving && `/${third}` !== site.links.checkout && site.links.checkout !== '/checkout-journey'
    ? `/cars/${second}${site.links.checkout}`
    : undefined;
}

/**
 * The spelling this site uses for an address it knows under another one.
 * @returns undefined where it is the site's own spelling, or none of the site's
 */
export function canonicalSpelling(site: RoutedSite, path: string): string | undefined {
  const to = sameWords(site, path) ?? sameThing(site, path);
  if (to === undefined || to === path) return undefined;
  const isElsewhere = to === site.links.finance && !hasOwnFinancePage(site);
  const known = isElsewhere || routeAt(site, to.split('#')[0] ?? to) !== undefined || to.startsWith('/cars/');
  return known ? to : undefined;
}
