import { MARK_FILES } from 'virtual:drawings';
import { slugOf } from '#src/config/sections/slug.ts';
import type { MenuEntry } from '#src/routing/menus/site-menus.ts';

/** The slug of a make whose mark is drawn beside its name; undefined if there is none. */
export function markSlug(name: string): string | undefined {
  const slug = slugOf(name);
  return Object.hasOwn(MARK_FILES, slug) ? slug : undefined;
}

/** For elements with `data-mark`, which draw their mark by `--mark`. */
export const markRule = (slug: string): string => `[data-mark="${slug}"]{--mark:url(${MARK_FILES[slug]})}`;

/**
 * The addresses of a menu's marks, as rules for `[data-mark]`. Browsers fetch a mask when its element is first shown:
 * five outlines would be a tenth of each page, and few shoppers open the menu.
 */
export function menuMarkRules(entries: readonly MenuEntry[]): string {
  const drawn = entries.flatMap(({ brands }) =>
    brands.filter(({ logo }) => !logo).map(({ title }) => markSlug(title)),
  );
  return [...new Set(drawn)]
    .filter((slug) => slug !== undefined)
    .map((slug) => markRule(slug))
    .join('');
}
