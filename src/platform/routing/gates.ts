import type { SignInType } from '#src/config/sections/business/account-section.ts';
import { SLUG } from '#src/config/sections/slug.ts';
import { href, insidePath } from './href.ts';
import { checkoutPath } from './page-paths.ts';
import { type GateName, policyAt } from './route-policies.ts';
import type { RoutedSite } from './routed-site.ts';

const OF_ITS_CAR = /^\/cars\/([^/]+)(?:\/checkout|\/buy-online)$/;
const JOURNEY = '/checkout-journey';
const CAR = 'car_id';

/** Slug of the vehicle that an address reserves, in any of the three forms (CFG-12). */
function reservedCar(path: string, search: string): string | undefined {
  const slug =
    path === JOURNEY ? (new URLSearchParams(search).get(CAR) ?? '') : (OF_ITS_CAR.exec(path)?.[1] ?? '');
  // Other values could leave the folder of the page.
  return SLUG.test(slug) ? slug : undefined;
}

/** Whether any dealership takes reservations; the page checks the vehicle. */
const takesReservations = ({ dealerships }: Pick<RoutedSite, 'dealerships'>): boolean =>
  dealerships.some(({ switches }) => switches.checkout);

/** Resolves an address that reserves a vehicle: its route, or a redirect to the site's own form of it. */
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

/** Sign-in reason of each gate; undefined if the dealer has not enabled it. */
const GATES: Record<GateName, (site: GatedSite, path: string) => SignInType | undefined> = {
  garage: () => 'my-garage',
  'online-payment': () => 'online-payment',
  wheel: ({ account: { gates } }) => (gates.spinToWin ? 'spin-to-win' : undefined),
  'personalised-finance': ({ account: { gates } }) => (gates.personalisedFinance ? 'finance' : undefined),
  finance: ({ account: { gates }, links }, path) =>
    gates.equifaxFinance && path === links.finance ? 'car-finance' : undefined,
  'trade-in': ({ account: { gates } }) => (gates.tradeIn ? 'trade-in' : undefined),
  'sell-my-car': ({ account: { gates } }) => (gates.sellMyCar ? 'trade-in' : undefined),
  // Pages of a valuation are gated like the page that leads to them.
  valuation: (site) => gateAt(site, site.links.tradeIn),
  checkout: ({ account: { gates } }) => (gates.checkout ? 'checkout' : undefined),
};

/** AUTH-04, AUTH-07: the reason for sign-in at this address; undefined if it is open. */
export function gateAt(site: GatedSite, path: string): SignInType | undefined {
  const gate = site.account.signIn ? policyAt(path)?.gate : undefined;
  return gate && GATES[gate](site, path);
}

/** Page to return to: the vehicle to reserve, or else home. */
function backOf(path: string, search: string): string {
  const slug = reservedCar(path, search);
  return slug === undefined ? '/' : `/cars/${slug}`;
}

/** Sign-in address for a gated path. */
export const signInPath = (type: SignInType, path: string, search: string): string =>
  href('/sign-in', { type, redirect: path + search, back: backOf(path, search) });

const BASE = 'https://site.invalid';
/** Longer than any address of a page. */
const MAX_LENGTH = 2000;
/** Returning to sign-in would loop; endpoints are not pages. */
const NO_PAGE = /^\/(?:sign-in|sign-out|api)(?:\/|$)/i;

/**
 * NAV-08: validates the page to return to after sign-in: an address that browsers resolve to this site, safe to use in
 * a header.
 * @param address from the query
 */
export function returnPath(address: string | null | undefined): string | undefined {
  if (address && address.length > MAX_LENGTH) return undefined;
  const inside = insidePath(address);
  if (inside === undefined) return undefined;
  const { pathname, search, hash } = new URL(inside, BASE);
  return NO_PAGE.test(pathname) ? undefined : `${pathname}${search}${hash}`;
}
