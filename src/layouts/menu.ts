import type { MenuLink } from '#src/routing/menus/menu-site.ts';
import type { MenuEntry } from '#src/routing/menus/site-menus.ts';

/** Whether a menu's address is the page shown: a link with a query leads to a part of that page. */
export const isCurrent = (href: string | undefined, path: string): boolean =>
  href === path || href === path.split('?')[0];

/** Whether the current page is in this entry's dropdown, in which its own link is first. */
export const holdsCurrent = ({ href: own, links, brands }: MenuEntry, path: string): boolean =>
  [{ href: own }, ...links, ...brands.flatMap((brand) => brand.links)].some(({ href }) =>
    isCurrent(href, path),
  );

/** Links of a dropdown; an entry that is itself a link comes first in it, so that touch reaches it (CFG-09). */
export const dropdownLinks = ({ label, href, links }: MenuEntry): MenuLink[] =>
  href === undefined || links.some((link) => link.href === href)
    ? links
    : [{ label: `All ${label}`, href }, ...links];

/** Widths of the gap between entries and of a dropdown's arrow, in letters. */
const GAP_LETTERS = 3;
const ARROW_LETTERS = 2;
/** Letters that fit beside name, search, saved cars and phone number on a page 992 px wide. */
const ROOM_LETTERS = 50;

/** Whether the entries need a separate line of the header. */
export const needsOwnLine = (entries: readonly MenuEntry[]): boolean =>
  entries.reduce(
    (sum, { label, links, brands }) =>
      sum + label.length + GAP_LETTERS + (links.length + brands.length > 0 ? ARROW_LETTERS : 0),
    0,
  ) > ROOM_LETTERS;
