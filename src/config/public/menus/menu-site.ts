import type { DealerConfig } from '../../dealer-config.ts';
import type { RoutedSite } from '../routes/routed-site.ts';

/** What decides the menus of a site. */
export type MenuSite = RoutedSite &
  Pick<DealerConfig, 'navigation' | 'serviceBooking' | 'websites'> & {
    sellsUsedOnly: boolean;
  };

export type MenuLink = {
  label: string;
  /** A path of the site as shoppers see it, or a full address elsewhere. */
  href: string;
  /** What a label that stands often is about: "Toyota" of "Overview". */
  about?: string;
};

/** CFG-20: a brand in the mega menu. */
export type BrandTile = {
  title: string;
  logo: { url: string; alt: string } | undefined;
  /** Its own page, its stock, the group's websites of its make; each says which brand it is about. */
  links: MenuLink[];
};
