import type { DealerConfig } from '#src/config/dealer-config.ts';

/** What decides which addresses a site has. */
export type RoutedSite = Pick<
  DealerConfig,
  | 'name'
  | 'manufacturer'
  | 'verticals'
  | 'links'
  | 'account'
  | 'pages'
  | 'locations'
  | 'dealerships'
  | 'brands'
  | 'models'
  | 'offers'
  | 'slides'
  | 'blog'
  | 'status'
  | 'search'
  | 'content'
  | 'testDrive'
  | 'card'
  | 'vehiclePage'
>;

/** One address of a site that follows from its configuration alone. */
export type SiteRoute = {
  /** As shoppers see it, "/contact-us". */
  path: string;
  /** Where `src/pages/tenants/[dealer]` renders it, "/contact". */
  internal: string;
  /** Words of breadcrumbs and lists. */
  label: string;
  /** Path of the page above it; the home page where absent. */
  parent?: string;
  /** Rendered at build, or when asked for. */
  rendered: 'build' | 'demand';
  /** Whether sitemaps name it. */
  indexed: boolean;
};
