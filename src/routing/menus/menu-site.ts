import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { RoutedSite } from '../routed-site.ts';

/** The settings that decide the menus of a site. */
export type MenuSite = RoutedSite &
  Pick<DealerConfig, 'navigation' | 'serviceBooking' | 'websites'> & {
    /** CFG-05: conditions of vehicles the stock rules allow. */
    sells: readonly ('new' | 'demo' | 'used')[];
  };

export type GivenEntry = MenuSite['navigation']['header'][number];
export type GivenGroup = MenuSite['navigation']['footer'][number];

/** A label and a path of the site as shoppers see it, or a full address elsewhere. */
export type MenuLink = GivenGroup['items'][number] & {
  /** The subject of a repeated label: "Toyota" of "Overview". */
  about?: string;
};

/** CFG-20: a brand in the mega menu. */
export type BrandTile = {
  title: string;
  logo: MenuSite['websites'][number]['logo'];
  /** Its own page, its stock, the group's websites of its make; each names its brand. */
  links: MenuLink[];
};
