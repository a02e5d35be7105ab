import type { MenuLink } from '#src/routing/menus/menu-site.ts';
import type { MenuEntry } from '#src/routing/menus/site-menus.ts';

/** Whether a menu's address is the page shown; the query of the link does not count. */
export const isCurrent = (href: string | undefined, path: string): boolean => href?.split('?')[0] === path;

/** Whether the page shown stands in this entry's dropdown. */
export const holdsCurrent = ({ links, brands }: MenuEntry, path: string): boolean =>
  [...links, ...brands.flatMap((brand) => brand.links)].some(({ href }) => isCurrent(href, path));

/** Links of a dropdown; an entry that is a link itself leads its own list, so that touch reaches it (CFG-09). */
export const dropdownLinks = ({ label, href, links }: MenuEntry): MenuLink[] =>
  href === undefined || links.some((link) => link.href === href)
    ? links
    : [{ label: `All ${label}`, href }, ...links];

/** What stands between two entries, and the arrow of a dropdown, in letters. */
const GAP_LETTERS = 3;
const ARROW_LETTERS = 2;
/** What fits beside name, saved cars and phone number on a page 1,280 px wide. */
const ROOM_LETTERS = 58;

/** Whether the entries need a line of the header for themselves. */
export const needsOwnLine = (entries: readonly MenuEntry[]): boolean =>
  entries.reduce(
    (sum, { label, links, brands }) =>
      sum + label.length + GAP_LETTERS + (links.length + brands.length > 0 ? ARROW_LETTERS : 0),
    0,
  ) > ROOM_LETTERS;
