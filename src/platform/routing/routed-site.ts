import type { DealerConfig } from '#src/config/dealer-config.ts';

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
  | 'ownPages'
  | 'reviews'
  | 'status'
  | 'search'
  | 'content'
  | 'card'
  | 'vehiclePage'
  | 'deals'
>;

/** An address that depends only on the configuration. */
export type SiteRoute = {
  /** Public path, "/contact-us". */
  path: string;
  /** Path below `src/pages/tenants/[dealer]`, "/contact". */
  internal: string;
  /** For breadcrumbs and lists. */
  label: string;
  /** Path of the parent page; defaults to the home page. */
  parent?: string;
  /**
   * `build`: a static file. `stock`: a file that is rendered again when the dealer's stock or the date changes.
   * `demand`: rendered on request.
   */
  rendered: 'build' | 'stock' | 'demand';
  /** Query parameters with which a static page is rendered on demand. */
  answers?: readonly string[];
  /** Whether it is in sitemaps. */
  indexed: boolean;
};
