import type { DealerConfig } from '#src/config/dealer-config.ts';
import { resolveAddress } from '#src/platform/routing/resolve-address.ts';
import type { RoutedSite } from '#src/platform/routing/routed-site.ts';

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

const BASE = 'https://site.invalid';

/** Menus leave out searches of conditions a site does not sell. */
const CONDITIONS_OF = {
  '/search/new-cars': ['new'],
  '/search/demo-cars': ['demo'],
  '/search/new-and-demo-cars': ['new', 'demo'],
  '/search/used-cars': ['used'],
} as const;

/** Whether the site sells the condition of a search, "/search/new-cars"; true for any other path. */
export const isSold = ({ sells }: Pick<MenuSite, 'sells'>, path: string): boolean => {
  const conditions = Object.entries(CONDITIONS_OF).find(([each]) => each === path)?.[1];
  return conditions?.some((condition) => sells.includes(condition)) ?? true;
};

/** A file under public/, which is not a route. */
const FILE = /\.[a-z0-9]{2,5}$/i;

/**
 * The address of a menu link, in this site's form: "/contact" is "/contact-us" if the site uses that.
 * @param link path inside the site, or a full address
 * @returns undefined if the site has no such page, or it is switched off
 */
export function menuAddress(site: MenuSite, link: string): string | undefined {
  if (!link.startsWith('/')) return link;
  const { pathname, search } = new URL(link, BASE);
  if (FILE.test(pathname)) return link;
  if (!isSold(site, pathname)) return undefined;
  const found = resolveAddress(site, { pathname, search });
  switch (found.kind) {
    case 'page':
    case 'stock':
      return link;
    case 'redirect':
      // A gate's address stays; another form of an address is replaced.
      return found.status === 301 ? found.to : link;
    default:
      return undefined;
  }
}

/** Links that lead to a page, each in the site's form. */
export const linksThatLead = (site: MenuSite, links: readonly MenuLink[]): MenuLink[] =>
  links.flatMap((link) => {
    const address = menuAddress(site, link.href);
    return address === undefined ? [] : [{ ...link, href: address }];
  });
