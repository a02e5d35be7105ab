import type { RouteCrumb } from '#src/routing/crumbs.ts';

/** @param origin `https://www.dealer.com.au` */
export const breadcrumbJsonLd = (crumbs: readonly RouteCrumb[], origin: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: `${origin}${path}`,
  })),
});
