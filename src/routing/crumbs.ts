import type { RoutedSite, SiteRoute } from './routed-site.ts';
import { routeAt } from './site-routes.ts';

/** A breadcrumb; the page itself is last. */
export type RouteCrumb = { name: string; path: string };

/** NAV-11: Home, the parent page if there is one, the page. */
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
