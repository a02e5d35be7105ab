import type { MenuEntry } from '#src/routing/menus/site-menus.ts';
import { markRule, markSlug } from '#src/theme/make-marks.ts';

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
    .map(markRule)
    .join('');
}
