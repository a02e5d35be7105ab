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

type FrameOptions = {
  site: PublicConfig;
  /** The route in the site's configuration, if any. */
  route: SiteRoute | undefined;
  /** Default path of the page. */
  path: string;
  isVehicle: boolean;
  crumbs: readonly RouteCrumb[] | undefined;
  jsonLd: readonly object[];
};

/** CFG-02: place of third-party frames on this page. */
function slotPlace({ route, isVehicle }: Pick<FrameOptions, 'route' | 'isVehicle'>): SlotPlace | undefined {
  if (isVehicle) return 'vehicle';
  if (route?.internal === '/') return 'home';
  return route?.internal === '/contact' ? 'contact' : undefined;
}

/** Removes third-party services whose scripts can read the URL. */
export const withoutListeners = (site: PublicConfig): PublicConfig => ({
  ...site,
  analytics: {},
  chat: undefined,
});

export function pageFrame({ site, route, isVehicle, ...page }: FrameOptions) {
  // Sites can configure their own paths.
  const path = route?.path ?? page.path;
  const isOpen = site.status.state === 'live';
  const crumbs = page.crumbs ?? (route && path !== '/' && isOpen ? routeCrumbs(site, route) : []);
  // Vehicle pages have their own bar and chat button.
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

/** Directions to the only location, or the list of locations. */
export function dealerLink(site: PublicConfig): MenuLink | undefined {
  const [only, ...others] = visibleLocations(site.locations);
  if (only && others.length === 0) return { label: 'Directions', href: directionsUrl(only.address) };
  return routeAt(site, DIRECTORY) && { label: 'Locations', href: DIRECTORY };
}
