import type { HeaderEntry } from '#src/config/public/routes/menu.ts';

/** Whether a menu's address is the page shown; the query of the link does not count. */
export const isCurrent = (href: string | undefined, path: string): boolean => href?.split('?')[0] === path;

/** Whether the page shown stands in this entry's dropdown. */
export const holdsCurrent = (
  { links, brands }: Pick<HeaderEntry, 'links' | 'brands'>,
  path: string,
): boolean =>
  [...links, ...brands, ...brands.flatMap(({ more }) => more)].some(({ href }) => isCurrent(href, path));
