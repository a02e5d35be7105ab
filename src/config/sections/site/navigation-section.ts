import * as v from 'valibot';
import { flag, LinkSchema, list, TextSchema } from '#src/config/sections/setting-types.ts';

const MenuLinkSchema = v.strictObject({
  label: v.pipe(TextSchema, v.description('Link text; "{page}" is the title of the page it leads to')),
  href: v.pipe(LinkSchema, v.description('Where it leads')),
});

/** Lists that can populate a menu. */
export const MENU_LISTS = ['models', 'stock', 'brands', 'locations', 'service'] as const;

/** A header entry is a link, a label with a dropdown of links or a list, or a mega menu. */
const MenuEntrySchema = v.strictObject({
  label: v.pipe(
    TextSchema,
    v.description(
      'CFG-09: label of the entry; in menus "{name}" is the dealer’s name, "{Vehicles}" what it sells',
    ),
  ),
  href: v.optional(v.pipe(LinkSchema, v.description('CFG-09: where it leads'))),
  items: v.optional(v.pipe(v.array(MenuLinkSchema), v.description('CFG-09: links of its dropdown'))),
  list: v.optional(
    v.pipe(
      v.picklist(MENU_LISTS, `one of ${MENU_LISTS.join(', ')}`),
      v.description(
        'CFG-09: fills its dropdown, after its own links: models, stock (by condition), brands (the mega menu), locations, or service (the pages of service that are on)',
      ),
    ),
  ),
});

/** CFG-09, CFG-10. */
export const NavigationSchema = v.strictObject({
  header: v.pipe(
    v.array(MenuEntrySchema),
    v.minLength(1),
    v.maxLength(9),
    v.description(
      'CFG-09: menu at the top of every page; by default the template’s, without pages that are off',
    ),
  ),
  footer: v.pipe(
    v.array(
      v.strictObject({
        heading: v.pipe(
          TextSchema,
          v.description('CFG-10: words above the group; "{name}" is the dealer’s name'),
        ),
        items: list(MenuLinkSchema, 'CFG-10: links of the group'),
        list: v.optional(
          v.pipe(
            v.picklist(MENU_LISTS, `one of ${MENU_LISTS.join(', ')}`),
            v.description('CFG-10: fills the group, after its own links'),
          ),
        ),
      }),
    ),
    v.maxLength(6),
    v.description('CFG-10: groups of links at the foot of every page; by default the template’s'),
  ),
  searchBox: flag(true, 'CFG-09: search box in the header, behind an icon on small screens'),
  megaMenu: flag(false, 'CFG-09: show the brands of a dropdown as a wide panel with logos'),
  mobileBar: flag(true, 'CFG-09: bar at the foot of small screens with call and locations'),
});

export type MenuLink = v.InferOutput<typeof MenuLinkSchema>;
export type Navigation = v.InferOutput<typeof NavigationSchema>;
export type MenuList = (typeof MENU_LISTS)[number];
