import type { Navigation } from '#src/config/sections/navigation.ts';

type MenuEntry = Navigation['header'][number];

/** Whether a menu's address is the page shown; the query of the link does not count. */
export const isCurrent = (href: string | undefined, path: string): boolean => href?.split('?')[0] === path;

/** Whether the page shown stands in this entry's dropdown. */
export const holdsCurrent = ({ items = [] }: MenuEntry, path: string): boolean =>
  items.some(({ href }) => isCurrent(href, path));

/** Links of a dropdown; an entry that is a link itself leads its own list, so that touch reaches it (CFG-09). */
export const dropdownLinks = ({ label, href, items = [] }: MenuEntry) =>
  href === undefined || items.some((item) => item.href === href)
    ? items
    : [{ label: `All ${label}`, href }, ...items];
