import { memoizeByObject } from '#src/config/memoize.ts';
import { INFO_PAGES } from '#src/config/sections/content/info-pages-section.ts';
import { SAVE_SEARCH_PATH } from '#src/config/sections/site/link-paths.ts';
import { COMPARE_PATH } from './compare-path.ts';
import { gateAt } from './gates.ts';
import {
  blogPath,
  brandPath,
  hasOwnFinancePage,
  infoPath,
  locationContactPath,
  locationPath,
  modelPath,
  ONLINE_PAYMENT_PATH,
  offerPath,
  ownPagePath,
  REVIEWS_PATH,
  SAVED_PATH,
} from './page-paths.ts';
import type { RoutedSite, SiteRoute } from './routed-site.ts';

const OFFERS_PATH = '/special-offers';

const built = (path: string, label: string, more: Partial<SiteRoute> = {}): SiteRoute => ({
  path,
  internal: path,
  label,
  rendered: 'build',
  indexed: true,
  ...more,
});
const onDemand = (path: string, label: string, more: Partial<SiteRoute> = {}): SiteRoute =>
  built(path, label, { rendered: 'demand', ...more });
const ofStock = (path: string, label: string, more: Partial<SiteRoute> = {}): SiteRoute =>
  built(path, label, { rendered: 'stock', ...more });
const UNLISTED = { indexed: false };

/** Pages that stay available on a closed site, for people who send the form. */
const closedRoutes = (): SiteRoute[] => [
  onDemand('/success', 'Thank you', UNLISTED),
  built('/privacy-policy', 'Privacy', UNLISTED),
  built('/terms-and-conditions', 'Terms', UNLISTED),
];

/** CONT-09: drawing needs a verified phone. */
const hasPrizeWheel = ({ account }: Pick<RoutedSite, 'account'>): boolean =>
  account.signIn && account.prizeWheel !== undefined;

function infoRoutes(site: RoutedSite): SiteRoute[] {
  return INFO_PAGES.filter(
    (name) => site.pages[name].enabled && (name !== 'finance' || hasOwnFinancePage(site)),
  ).map((name) => {
    const { title } = site.pages[name];
    const path = infoPath(site, name);
    // Both read the vehicle from the query.
    if (name === 'personalised-finance') return onDemand(path, title, UNLISTED);
    // Vehicles to choose from and free times are read on request.
    if (name === 'book-test-drive') return onDemand(path, title);
    // Shows the shopper's prize.
    if (name === 'spin-to-win' && hasPrizeWheel(site)) return onDemand(path, title, UNLISTED);
    const isGated = gateAt(site, path) !== undefined;
    if (name === 'finance')
      return (isGated ? onDemand : ofStock)(path, title, {
        internal: '/finance',
        ...(isGated && UNLISTED),
      });
    const internal = `/info/${name}`;
    // Gated pages must not be static files.
    return isGated ? onDemand(path, title, { internal, ...UNLISTED }) : built(path, title, { internal });
  });
}

function locationRoutes(site: RoutedSite): SiteRoute[] {
  const visible = site.locations.filter(({ visible }) => visible);
  const pages = visible.map((location) =>
    ofStock(locationPath(site, location), location.name, {
      internal: `/locations/${location.slug}`,
      parent: '/dealer-locator',
    }),
  );
  if (site.links.locationContact === 'location') return pages;
  const contacts = visible.map((location) =>
    built(locationContactPath(site, location), `Contact ${location.name}`, {
      internal: `/contact/${location.slug}`,
      parent: site.links.contact,
    }),
  );
  return [...pages, ...contacts];
}

function showroomRoutes(site: RoutedSite): SiteRoute[] {
  const { brands, models, offers, slides, blog, ownPages } = site;
  return [
    ...(brands.length > 0 ? [built('/brands', 'Brands')] : []),
    ...brands
      .filter(({ skipPage }) => !skipPage)
      .map((brand) =>
        ofStock(brandPath(brand), brand.title, { internal: `/brands/${brand.slug}`, parent: '/brands' }),
      ),
    ...models.map((model) =>
      ofStock(modelPath(site, model), model.name, { internal: `/models/${model.slug}` }),
    ),
    ...(offers.length + slides.length > 0 ? [ofStock(OFFERS_PATH, 'Offers')] : []),
    ...offers.map((offer) =>
      ofStock(offerPath(site, offer), offer.name, {
        internal: `/offers/${offer.id}`,
        parent: OFFERS_PATH,
        // The sitemap is built once, and an offer with dates may expire after that.
        indexed: offer.start === undefined && offer.expiry === undefined,
      }),
    ),
    ...(blog.length > 0 ? [built('/blog', 'Blog')] : []),
    ...blog.map((post) => built(blogPath(post), post.heading, { parent: '/blog' })),
    ...ownPages.map((page) =>
      built(ownPagePath(page), page.title, { internal: `/own/${page.slug}`, indexed: page.listed }),
    ),
  ];
}

function accountRoutes({ account, links, verticals }: RoutedSite): SiteRoute[] {
  const { signIn, myGarage, onlinePayment } = account;
  return [
    ...(signIn ? [onDemand('/sign-in', 'Sign in', UNLISTED)] : []),
    ...(signIn && myGarage
      ? [onDemand(links.garage, 'My garage', { internal: '/my-garage', ...UNLISTED })]
      : []),
    ...(signIn && onlinePayment ? [onDemand(ONLINE_PAYMENT_PATH, 'Online payment', UNLISTED)] : []),
    ...(verticals.includes('parts') ? [onDemand('/parts/search', 'Find a part', UNLISTED)] : []),
  ];
}

/** CFG-08: whether any vehicle of the site has a heart. */
export const savesVehicles = ({ card, dealerships }: Pick<RoutedSite, 'card' | 'dealerships'>): boolean =>
  card.favourites && dealerships.some(({ switches }) => switches.favourites);

/** CONT-262. */
const hasReviews = ({ reviews: { hidden, items } }: Pick<RoutedSite, 'reviews'>): boolean =>
  !hidden && items.length > 0;

/** FORM-10: whether shoppers can offer their own vehicle. */
export const buysVehicles = ({ pages }: Pick<RoutedSite, 'pages'>): boolean => pages['trade-in'].enabled;

/** FAV-02: whether hearts use the watchlist. */
export const watchesVehicles = (site: Pick<RoutedSite, 'account' | 'card' | 'dealerships'>): boolean =>
  site.account.signIn && site.account.watchlist && savesVehicles(site);

/** FAV-01. */
export const comparesVehicles = (site: Pick<RoutedSite, 'card' | 'dealerships'>): boolean =>
  site.card.compare && savesVehicles(site);

/**
 * Every address that depends only on the configuration, in the order of NAV-14: fixed routes first, then brands and
 * models by slug. Stock addresses (/search, /cars) depend on the database and are not included.
 */
export function siteRoutes(site: RoutedSite): SiteRoute[] {
  if (site.status.state !== 'live') return closedRoutes();
  return [
    ofStock('/', 'Home'),
    built('/about-us', site.content.about.title),
    built(site.links.contact, site.content.contact.title, { internal: '/contact' }),
    built('/dealer-locator', 'Locations', { answers: ['locationQuery', 'near'] }),
    built('/privacy-policy', 'Privacy policy'),
    built('/terms-and-conditions', 'Terms and conditions'),
    onDemand('/success', 'Thank you', UNLISTED),
    ...(savesVehicles(site)
      ? [(watchesVehicles(site) ? onDemand : built)(SAVED_PATH, 'Saved', UNLISTED)]
      : []),
    ...(comparesVehicles(site) ? [onDemand(COMPARE_PATH, 'Compare', UNLISTED)] : []),
    ...(site.search.alerts ? [onDemand(SAVE_SEARCH_PATH, 'Save this search', UNLISTED)] : []),
    ...(hasReviews(site) ? [ofStock(REVIEWS_PATH, 'Reviews')] : []),
    ...(site.pages.styleGuide.enabled ? [built('/style-guide', 'Style guide', UNLISTED)] : []),
    ...infoRoutes(site),
    ...accountRoutes(site),
    ...locationRoutes(site),
    ...showroomRoutes(site),
  ];
}

type Table = { byPath: ReadonlyMap<string, SiteRoute>; byInternal: ReadonlyMap<string, SiteRoute> };

const tableOf = memoizeByObject((site: RoutedSite): Table => {
  // The first of two equal addresses wins, in the order of NAV-14; the check of dealer files rejects duplicates.
  const routes = siteRoutes(site).toReversed();
  return {
    byPath: new Map(routes.map((route) => [route.path, route])),
    byInternal: new Map(routes.map((route) => [route.internal, route])),
  };
});

export const routeAt = (site: RoutedSite, path: string): SiteRoute | undefined =>
  tableOf(site).byPath.get(path);

/** The route with an internal path, "/info/service". */
export const routeRenderedAt = (site: RoutedSite, internal: string): SiteRoute | undefined =>
  tableOf(site).byInternal.get(internal);

/** A breadcrumb; the last one is the page itself. */
export type RouteCrumb = { name: string; path: string };

/** NAV-11: Home, the parent page if any, and the page. */
export function routeCrumbs(site: RoutedSite, route: SiteRoute): RouteCrumb[] {
  const above = route.parent === undefined ? undefined : routeAt(site, route.parent);
  return [
    { name: 'Home', path: '/' },
    ...(above ? [{ name: above.label, path: above.path }] : []),
    { name: route.label, path: route.path },
  ];
}

/** @param origin `https://www.dealer.com.au` */
export const breadcrumbJsonLd = (crumbs: readonly RouteCrumb[], origin: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: { '@type': 'WebPage', '@id': `${origin}${path}` },
  })),
});
