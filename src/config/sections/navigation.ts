import * as v from 'valibot';
import { LinkSchema, TextSchema } from './primitives.ts';

const MenuLinkSchema = v.strictObject({ label: TextSchema, href: LinkSchema });

/** A header entry is a link, or a label with a dropdown of links. */
const MenuEntrySchema = v.strictObject({
  label: TextSchema,
  href: v.optional(LinkSchema),
  items: v.optional(v.array(MenuLinkSchema)),
});

/** CFG-09, CFG-10. */
export const NavigationSchema = v.strictObject({
  header: v.pipe(v.array(MenuEntrySchema), v.minLength(1), v.maxLength(9)),
  footer: v.array(
    v.strictObject({ heading: TextSchema, items: v.pipe(v.array(MenuLinkSchema), v.minLength(1)) }),
  ),
});

export type Navigation = v.InferOutput<typeof NavigationSchema>;
