import * as v from 'valibot';
import { LinkSchema, TextSchema } from './primitives.ts';

const MenuLinkSchema = v.strictObject({
  label: v.pipe(TextSchema, v.description('Words of the link')),
  href: v.pipe(LinkSchema, v.description('Where it leads')),
});

/** A header entry is a link, or a label with a dropdown of links. */
const MenuEntrySchema = v.strictObject({
  label: v.pipe(TextSchema, v.description('Words of the entry')),
  href: v.optional(v.pipe(LinkSchema, v.description('Where it leads'))),
  items: v.optional(v.pipe(v.array(MenuLinkSchema), v.description('Links of its dropdown'))),
});

/** CFG-09, CFG-10. */
export const NavigationSchema = v.strictObject({
  header: v.pipe(
    v.array(MenuEntrySchema),
    v.minLength(1),
    v.maxLength(9),
    v.description('Menu at the top of every page'),
  ),
  footer: v.pipe(
    v.array(
      v.strictObject({
        heading: v.pipe(TextSchema, v.description('Words above the group')),
        items: v.pipe(v.array(MenuLinkSchema), v.minLength(1), v.description('Links of the group')),
      }),
    ),
    v.description('Groups of links at the foot of every page'),
  ),
});

export type Navigation = v.InferOutput<typeof NavigationSchema>;
