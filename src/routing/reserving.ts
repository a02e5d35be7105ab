import { SLUG } from '#src/config/sections/slug.ts';
import { checkoutPath } from './page-paths.ts';
import type { RoutedSite } from './routed-site.ts';

const OF_ITS_CAR = /^\/cars\/([^/]+)(?:\/checkout|\/buy-online)$/;
const JOURNEY = '/checkout-journey';
const CAR = 'car_id';

/** The slug of the car that an address reserves, in any of the three forms (CFG-12). */
export function reservedCar(path: string, search: string): string | undefined {
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
