import type { DealerConfig } from '#src/config/dealer-config.ts';
import { resolveAddress } from '#src/platform/routing/resolve-address.ts';
import type { RoutedSite } from '#src/platform/routing/routed-site.ts';

export type MenuSite = RoutedSite &
  Pick<DealerConfig, 'navigation' | 'serviceBooking' | 'websites'> & {
    /** CFG-05: conditions of vehicles the stock rules allow. */
    sells: readonly ('new' | 'demo' | 'used')[];
  };

export type GivenEntry = MenuSite['navigation']['header'][number];
export type GivenGroup = MenuSite['navigation']['footer'][number];

/** A label with a public path of the site, or an external address. */
export type MenuLink = GivenGroup['items'][number] & {
  /** Disambiguates repeated labels: "Toyota" for "Overview". */
  about?: string;
};

/** CFG-20: a brand in the mega menu. */
export type BrandTile = {
  title: string;
  logo: MenuSite['websites'][number]['logo'];
  /** Its own page, its stock, and the group's websites of its make; each label contains the brand. */
  links: MenuLink[];
};

const BASE = 'https://site.invalid';

/** Menus omit searches for conditions a site does not sell. */
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

/** Files under public/ are not routes. */
const FILE = /\.[a-z0-9]{2,5}$/i;

/**
 * Resolves a menu link to the site's form of the address: "/contact" becomes "/contact-us" on sites that use it.
 * @param link path inside the site, or an external address
 * @returns undefined if the site has no such page, or it is disabled
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
      // Gated addresses are kept; other spellings are replaced.
      return found.status === 301 ? found.to : link;
    default:
      return undefined;
  }
}

/** Omits links without a page. */
export const linksThatLead = (site: MenuSite, links: readonly MenuLink[]): MenuLink[] =>
  links.flatMap((link) => {
    const address = menuAddress(site, link.href);
    return address === undefined ? [] : [{ ...link, href: address }];
  });
