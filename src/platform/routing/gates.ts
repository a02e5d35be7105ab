import type { SignInType } from '#src/config/sections/business/account-section.ts';
import { SLUG } from '#src/config/sections/slug.ts';
import { href, insidePath } from './href.ts';
import { checkoutPath } from './page-paths.ts';
import { type GateName, routeAt } from './route-table.ts';
import type { RoutedSite } from './routed-site.ts';

const OF_ITS_CAR = /^\/cars\/([^/]+)(?:\/checkout|\/buy-online)$/;
const JOURNEY = '/checkout-journey';
const CAR = 'car_id';

/** The slug of the car that an address reserves, in any of the three forms (CFG-12). */
function reservedCar(path: string, search: string): string | undefined {
  const slug =
    path === JOURNEY ? (new URLSearchParams(search).get(CAR) ?? '') : (OF_ITS_CAR.exec(path)?.[1] ?? '');
  // Anything else could leave the folder of its page.
  return SLUG.test(slug) ? slug : undefined;
}

/** Whether any dealership of the site takes reservations; the page checks the car. */
const takesReservations = ({ dealerships }: Pick<RoutedSite, 'dealerships'>): boolean =>
  dealerships.some(({ switches }) => switches.checkout);

/** The meaning of an address that reserves a car: its route, or a redirect to the site's own form. */
export function reservingAddress(
  site: RoutedSite,
  path: string,
  search: string,
): { internal: string } | { spelling: string; search: string } | undefined {
  const slug = takesReservations(site) ? reservedCar(path, search) : undefined;
  if (slug === undefined) return undefined;
  const spelling = checkoutPath(site, { slug });
  const isOwn = spelling.split('?')[0] === path;
  if (isOwn) return { internal: `/reserve/${slug}` };
  const rest = new URLSearchParams(search);
  rest.delete(CAR);
  return { spelling, search: rest.size > 0 ? `?${rest}` : '' };
}

type GatedSite = Pick<RoutedSite, 'account' | 'links'>;

/** The reason for sign-in that each gate gives; undefined where the dealer has not closed it. */
const GATES: Record<GateName, (site: GatedSite, path: string) => SignInType | undefined> = {
  garage: () => 'my-garage',
  'online-payment': () => 'online-payment',
  wheel: ({ account: { gates } }) => (gates.spinToWin ? 'spin-to-win' : undefined),
  'personalised-finance': ({ account: { gates } }) => (gates.personalisedFinance ? 'finance' : undefined),
  finance: ({ account: { gates }, links }, path) =>
    gates.equifaxFinance && path === links.finance ? 'car-finance' : undefined,
  'trade-in': ({ account: { gates } }) => (gates.tradeIn ? 'trade-in' : undefined),
  'sell-my-car': ({ account: { gates } }) => (gates.sellMyCar ? 'trade-in' : undefined),
  // The pages of a valuation are gated like the page that leads to them.
  valuation: (site) => gateAt(site, site.links.tradeIn),
  checkout: ({ account: { gates } }) => (gates.checkout ? 'checkout' : undefined),
};

/** AUTH-04, AUTH-07: the reason for sign-in at this address; undefined if it is open. */
export function gateAt(site: GatedSite, path: string): SignInType | undefined {
  const gate = site.account.signIn ? routeAt(path)?.gate : undefined;
  return gate && GATES[gate](site, path);
}

/** The page before the gate, as far as the address shows: the car to be reserved, else home. */
function backOf(path: string, search: string): string {
  const slug = reservedCar(path, search);
  return slug === undefined ? '/' : `/cars/${slug}`;
}

/** The target of a gate for this address. */
export const signInPath = (type: SignInType, path: string, search: string): string =>
  href('/sign-in', { type, redirect: path + search, back: backOf(path, search) });

const BASE = 'https://site.invalid';
/** Longer ones come from no page of a site. */
const MAX_LENGTH = 2000;
/** Back to sign-in would be a circle; an endpoint is no page. */
const NO_PAGE = /^\/(?:sign-in|sign-out|api)(?:\/|$)/i;

/**
 * NAV-08: where a shopper goes on after sign-in, or back to: a page of this site as a browser reads the address, with
 * nothing in it that a header cannot hold.
 * @param address as given in a query
 */
export function returnPath(address: string | null | undefined): string | undefined {
  if (address && address.length > MAX_LENGTH) return undefined;
  const inside = insidePath(address);
  if (inside === undefined) return undefined;
  const { pathname, search, hash } = new URL(inside, BASE);
  return NO_PAGE.test(pathname) ? undefined : `${pathname}${search}${hash}`;
}
