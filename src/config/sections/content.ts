import * as v from 'valibot';
import { LinkSchema, TextSchema } from './primitives.ts';

const ParagraphsSchema = v.pipe(v.array(TextSchema), v.minLength(1));

/** Words of the informational pages. */
export const ContentSchema = v.strictObject({
  home: v.strictObject({
    headline: TextSchema,
    lead: TextSchema,
    reasons: v.pipe(v.array(v.strictObject({ title: TextSchema, text: TextSchema })), v.maxLength(4)),
    banner: v.pipe(
      v.array(v.strictObject({ title: TextSchema, text: v.optional(TextSchema), href: LinkSchema })),
      v.maxLength(3),
      v.description('SRCH-20 feature banner'),
    ),
  }),
  about: v.strictObject({ title: TextSchema, paragraphs: ParagraphsSchema }),
  contact: v.strictObject({ title: TextSchema, lead: TextSchema }),
  privacy: ParagraphsSchema,
  terms: ParagraphsSchema,
});

export type Content = v.InferOutput<typeof ContentSchema>;
