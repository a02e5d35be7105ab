import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { InfoPageName } from '#src/config/sections/content/info-pages-section.ts';
import type { Brand, Offer } from '#src/config/sections/content/showroom-section.ts';
import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import { FINANCE_PATHS } from '#src/config/sections/site/link-paths.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { href } from './href.ts';
import type { RoutedSite } from './routed-site.ts';

/** Address forms of the site (CFG-12, NAV-03 to NAV-09). All links are built by these functions. */

type Links = Pick<RoutedSite, 'links'>;
type Checkout = { links: Pick<RoutedSite['links'], 'checkout'> };
type Named = { slug: string };

export const locationPath = ({ links }: Links, { slug }: Named): string => `${links.locations}/${slug}`;

/** NAV-02: the stock of a location or dealership. */
export const placeStockPath = ({ slug }: Named): string => `/search/${slug}`;

type ContactSite = Pick<RoutedSite, 'links' | 'name' | 'manufacturer' | 'locations' | 'verticals'>;
type ContactLocation = Pick<Location, 'slug' | 'address' | 'manufacturers'>;

const makeOf = ({ manufacturer }: ContactSite, { manufacturers }: ContactLocation) =>
  manufacturers[0] ?? manufacturer ?? 'vehicles';

/** Isuzu sells its cars as Isuzu UTE, a separate brand from its trucks. */
const brandOf = (site: ContactSite, make: string): string =>
  slugOf(make) === 'isuzu' && site.verticals.includes('cars') ? 'isuzu-ute' : make;

const longPathWith = (site: ContactSite, location: ContactLocation, last: string): string =>
  `/contact-${[site.name, location.address.city, last].map(slugOf).join('-')}`;

const longContactPath = (site: ContactSite, location: ContactLocation): string =>
  longPathWith(site, location, brandOf(site, makeOf(site, location)));

const shortContactPath = ({ slug }: Named): string => `/contact-us/${slug}`;

/** `/contact-{dealer}-{suburb}-{make}`; if two locations share suburb and make, it belongs to the first. */
function ownLongContactPath(site: ContactSite, location: ContactLocation): string {
  const path = longContactPath(site, location);
  const first = site.locations.find((other) => other.visible && longContactPath(site, other) === path);
  return first === undefined || first.slug === location.slug ? path : shortContactPath(location);
}

/** NAV-06: a location's contact page. */
export function locationContactPath(site: ContactSite, location: ContactLocation): string {
  switch (site.links.locationContact) {
    case 'location':
      return `${locationPath(site, location)}#contact`;
    case 'contact-us':
      return shortContactPath(location);
    case 'long':
      return ownLongContactPath(site, location);
  }
}

/** NAV-06: all addresses of a location's contact page. */
export const contactSpellings = (site: ContactSite, location: ContactLocation): string[] => [
  shortContactPath(location),
  ownLongContactPath(site, location),
  longPathWith(site, location, makeOf(site, location)),
];

/** NAV-03: `/models/mu-x`, or `/mu-x`. */
export const modelPath = ({ links }: Links, { slug }: Named): string =>
  links.models === '/' ? `/${slug}` : `/models/${slug}`;

/** Stock of a make or model; a page for every make and model in the dealer file. */
export const stockPath = (make: string, model?: string): string =>
  `/search/${[make, ...(model === undefined ? [] : [model])].map(slugOf).join('/')}`;

/** A model's name in the stock, without the make: "911" for "Porsche 911". */
export function stockedModel({ make, name }: { make: string; name: string }): string {
  const words = name.trim().split(/\s+/);
  const lengths = words.map((_, at) => at).slice(1);
  const ofMake = lengths.find((length) => slugOf(words.slice(0, length).join(' ')) === slugOf(make));
  return words.slice(ofMake ?? 0).join(' ');
}

/** `Porsche 911`, even if the model's name already starts with the make. */
export const modelTitle = (model: { make: string; name: string }): string =>
  `${model.make} ${stockedModel(model)}`;

/** Stock of a brand: its make, or certified cars for a certified programme. */
export function brandStockPath({
  make,
  title,
  certified,
}: Pick<Brand, 'make' | 'title' | 'certified'>): string {
  if (!certified) return stockPath(make ?? title);
  return href('/search/used-cars', { certified: 'true', make });
}

export const brandPath = ({ slug }: Named): string => `/${slug}/overview`;
/** NAV-15. */
export const ownPagePath = ({ slug }: Named): string => `/${slug}`;
export const blogPath = ({ slug }: Named): string => `/blog/${slug}`;

/** NAV-13: includes the make if the site has no single manufacturer. */
export const offerPath = (
  { manufacturer }: Pick<RoutedSite, 'manufacturer'>,
  { id, make }: Pick<Offer, 'id' | 'make'>,
): string =>
  manufacturer === undefined && make !== undefined ? `/offers/${slugOf(make)}/${id}` : `/offers/${id}`;

/** The offer at an address, in either form. */
export function offerAt<O extends Pick<Offer, 'id'>>(offers: readonly O[], address: string): O | undefined {
  const [, first, second, third] = address.replace(/[?#].*$/, '').split('/');
  return first === 'offers' ? offers.find(({ id }) => id === (third ?? second)) : undefined;
}

/** Whether the finance page is on this site; otherwise finance links are external. */
export const hasOwnFinancePage = ({ links }: Links): boolean =>
  (FINANCE_PATHS as readonly string[]).includes(links.finance);

export function infoPath({ links }: Links, name: InfoPageName): string {
  switch (name) {
    case 'finance':
      return links.finance;
    case 'trade-in':
      return links.tradeIn;
    case 'value-my-car-terms-and-conditions':
      return links.valuationTerms;
    case 'personalised-finance':
      return '/personalised/finance';
    default:
      return `/${name}`;
  }
}

/** CFG-12: where a vehicle is reserved or bought. */
export function checkoutPath({ links }: Checkout, { slug }: Named): string {
  return links.checkout === '/checkout-journey'
    ? `/checkout-journey?car_id=${encodeURIComponent(slug)}`
    : `/cars/${slug}${links.checkout}`;
}

/** VDP-230: where a shopper builds a deal for a vehicle. */
export const dealPath = ({ slug }: Named): string => `/cars/${slug}/deal`;

export const isDealPath = (path: string): boolean => /^\/cars\/[^/]+\/deal$/.test(path);

/** BUY-01: the page of a reservation; its id grants access. */
export const reservationPath = ({ id }: { id: string }): string => `/reservations/${id}`;

/** FORM-01: a form's own page, optionally about a vehicle. */
export const formPath = (form: FormName, carId?: string): string =>
  carId === undefined ? `/enquire/${form}` : `/enquire/${form}?car_id=${encodeURIComponent(carId)}`;

/** FORM-03: confirmation of a lead, by its unguessable id; `form` is a fallback. */
export const successPath = (form: string, lead: string): string =>
  `/success?${new URLSearchParams({ form, lead })}`;

/** NAV-13: opens in a new tab. */
export const printPath = ({ slug }: Named): string => `/print?car_id=${encodeURIComponent(slug)}`;

/** VDP-20: also the file name. */
export const pdfPath = ({ slug }: Named): string => `/cars/${slug}.pdf`;

/** VDP-21: changes of a vehicle since its page was rendered. */
export const viewPath = ({ slug }: Named): string => `/cars/${slug}/view.json`;

export const isViewPath = (path: string): boolean => /^\/cars\/[^/]+\/view\.json$/.test(path);

/** PLAT-06. @param token grants access to the dealer's feeds */
export const outboundFeedPath = (token: string, file: string): string => `/feeds/${token}/${file}`;

/** VDP-14: cards of similar vehicles, as an HTML fragment. */
export const similarPath = ({ slug }: Named): string => `/cars/${slug}/similar`;

export const isSimilarPath = (path: string): boolean => /^\/cars\/[^/]+\/similar$/.test(path);

/** VDP-22: cards of the vehicles in the query, as an HTML fragment. */
export const VIEWED_PATH = '/viewed-cars';

/** CONT-262. */
export const REVIEWS_PATH = '/reviews';

/** FAV-01: the vehicles a shopper saved. */
export const SAVED_PATH = '/saved-cars';

/** FAV-01: cards of the saved vehicles in the query, as an HTML fragment. */
export const SAVED_LIST_PATH = '/saved-cars/list';

/** BUY-01: where a signed-in shopper pays an invoice. */
export const ONLINE_PAYMENT_PATH = '/online-payment';

/** VDP-16: a watched vehicle, visible to its watcher after its own page has expired. */
export const watchedPath = ({ slug }: Named): string => `${SAVED_PATH}/${slug}`;

export const isWatchedPath = (path: string): boolean => /^\/saved-cars\/[^/]+$/.test(path);

/** CFG-12: target of finance links; null if the site neither has a finance page nor names another. */
export const financeHref = (site: Pick<RoutedSite, 'links' | 'pages'>): string | null =>
  site.pages.finance.enabled || !hasOwnFinancePage(site) ? site.links.finance : null;

/** BUY-223: where the terms page states those of reserving. */
export const RESERVE_TERMS_ID = 'reserving';
export const RESERVE_TERMS_PATH = `/terms-and-conditions#${RESERVE_TERMS_ID}`;
