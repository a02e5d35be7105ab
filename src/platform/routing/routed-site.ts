import type { DealerConfig } from '#src/config/dealer-config.ts';

/** The settings that decide which addresses a site has. */
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
  /** Text of breadcrumbs and lists. */
  label: string;
  /** Path of the parent page; the home page if absent. */
  parent?: string;
  /**
   * `build`: a file that follows from the settings. `stock`: a file that is rendered again when the dealer's stock or the
   * date changes. `demand`: rendered when it is asked for.
   */
  rendered: 'build' | 'stock' | 'demand';
  /** Parameters with which a page that is a file is rendered on demand. */
  answers?: readonly string[];
  /** Whether it is in sitemaps. */
  indexed: boolean;
};
