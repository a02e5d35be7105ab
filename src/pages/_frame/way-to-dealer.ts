import type { PublicConfig } from '#src/config/public/public-config.ts';
import { directionsUrl } from '#src/domain/location/directions.ts';
import { visibleLocations } from '#src/domain/location/directory.ts';
import type { MenuLink } from '#src/routing/menus/menu-site.ts';
import { routeAt } from '#src/routing/site-routes.ts';

const DIRECTORY = '/dealer-locator';

/** Directions to the one place of a dealer, else the list of all. */
export function wayToDealer(site: PublicConfig): MenuLink | undefined {
  const [only, ...others] = visibleLocations(site.locations);
  if (only && others.length === 0) return { label: 'Directions', href: directionsUrl(only.address) };
  return routeAt(site, DIRECTORY) && { label: 'Locations', href: DIRECTORY };
}
