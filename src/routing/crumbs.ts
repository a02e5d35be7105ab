import type { RoutedSite, SiteRoute } from './routed-site.ts';
import { routeAt } from './site-routes.ts';

/** A step of the way home; the page itself stands last. */
export type RouteCrumb = { name: string; path: string };

/** NAV-11: Home, the page above where there is one, the page. */
export function routeCrumbs(site: RoutedSite, route: SiteRoute): RouteCrumb[] {
  const above = route.parent === undefined ? undefined : routeAt(site, route.parent);
  return [
    { name: 'Home', path: '/' },
    ...(above ? [{ name: above.label, path: above.path }] : []),
    { name: route.label, path: route.path },
  ];
}
