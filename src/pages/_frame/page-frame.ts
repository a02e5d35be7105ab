import type { PublicConfig } from '#src/config/public/public-config.ts';
import { offersChat, type SlotPlace, thirdPartyPolicy } from '#src/features/content/third-party-policy.ts';
import { directionsUrl, visibleLocations } from '#src/features/locations/location-directory.ts';
import type { MenuLink } from '#src/platform/routing/menus/menu-address.ts';
import type { SiteRoute } from '#src/platform/routing/routed-site.ts';
import {
  breadcrumbJsonLd,
  type RouteCrumb,
  routeAt,
  routeCrumbs,
} from '#src/platform/routing/site-routes.ts';

type Framed = {
  site: PublicConfig;
  /** Route of the page, if it follows from the configuration. */
  route: SiteRoute | undefined;
  /** The page file's own path. */
  path: string;
  isVehicle: boolean;
  crumbs: readonly RouteCrumb[] | undefined;
  jsonLd: readonly object[];
};

/** Place of third parties' frames on this page (CFG-02). */
function slotPlace({ route, isVehicle }: Pick<Framed, 'route' | 'isVehicle'>): SlotPlace | undefined {
  if (isVehicle) return 'vehicle';
  if (route?.internal === '/') return 'home';
  return route?.internal === '/contact' ? 'contact' : undefined;
}

/** A site without services whose scripts read a page's address. */
export const withoutListeners = (site: PublicConfig): PublicConfig => ({
  ...site,
  analytics: {},
  chat: undefined,
});

/** The parts of a page's frame around its content. */
export function pageFrame({ site, route, isVehicle, ...page }: Framed) {
  // The site's own form of an address takes precedence over the page file's path.
  const path = route?.path ?? page.path;
  const isOpen = site.status.state === 'live';
  const crumbs = page.crumbs ?? (route && path !== '/' && isOpen ? routeCrumbs(site, route) : []);
  // The page of a car has its own bar and chat button.
  const hasChat = !isVehicle && isOpen && offersChat(site);
  return {
    path,
    crumbs,
    jsonLd: [...page.jsonLd, ...(crumbs.length > 0 ? [breadcrumbJsonLd(crumbs, site.origin)] : [])],
    policy: thirdPartyPolicy(site, slotPlace({ route, isVehicle })),
    hasChat,
    hasBar: !isVehicle && site.navigation.mobileBar,
  };
}

const DIRECTORY = '/dealer-locator';

/** Directions to a dealer's only location, else the list of all. */
export function wayToDealer(site: PublicConfig): MenuLink | undefined {
  const [only, ...others] = visibleLocations(site.locations);
  if (only && others.length === 0) return { label: 'Directions', href: directionsUrl(only.address) };
  return routeAt(site, DIRECTORY) && { label: 'Locations', href: DIRECTORY };
}
