import { resolveAddress } from '../resolve-address.ts';
import type { MenuLink, MenuSite } from './menu-site.ts';

const BASE = 'https://site.invalid';

/** Searches of conditions that a site does not sell have no place in its menus. */
const CONDITIONS_OF = {
  '/search/new-cars': ['new'],
  '/search/demo-cars': ['demo'],
  '/search/new-and-demo-cars': ['new', 'demo'],
  '/search/used-cars': ['used'],
} as const;

/** Whether a search of a condition, "/search/new-cars", is one of what the site sells; true for any other path. */
export const isSold = ({ sells }: Pick<MenuSite, 'sells'>, path: string): boolean => {
  const conditions = Object.entries(CONDITIONS_OF).find(([each]) => each === path)?.[1];
  return conditions?.some((condition) => sells.includes(condition)) ?? true;
};

/** A file under public/, which no route names. */
const FILE = /\.[a-z0-9]{2,5}$/i;

/**
 * The address a menu link leads to, in this site's spelling: "/contact" is "/contact-us" where the site has it so.
 * @param link path inside the site, or a full address
 * @returns undefined where the site has no such page, or has it switched off
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
      // A gate is passed on the way; another spelling is said at once.
      return found.status === 301 ? found.to : link;
    default:
      return undefined;
  }
}

/** Links that lead somewhere, each in the site's spelling. */
export const linksThatLead = (site: MenuSite, links: readonly MenuLink[]): MenuLink[] =>
  links.flatMap((link) => {
    const address = menuAddress(site, link.href);
    return address === undefined ? [] : [{ ...link, href: address }];
  });
