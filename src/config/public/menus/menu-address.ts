import { resolveAddress } from '../routes/resolve-address.ts';
import type { MenuLink, MenuSite } from './menu-site.ts';

const BASE = 'https://site.invalid';

/** Searches that a site with used stock alone has no use for. */
const UNUSED_STOCK = ['/search/new-cars', '/search/demo-cars', '/search/new-and-demo-cars'];

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
  if (site.sellsUsedOnly && UNUSED_STOCK.includes(pathname)) return undefined;
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
