import * as v from 'valibot';
import { SlugSchema } from './primitives.ts';
import { choice, flag, maybePicture, maybeWords, words } from './switches.ts';
import { WritingSchema } from './writing.ts';

/** NAV-15: a page the dealer adds, under an address of its choice. */
export const OwnPageSchema = v.strictObject({
  slug: v.pipe(SlugSchema, v.description('NAV-15: address of the page: /<slug>')),
  title: words('NAV-15: heading and title; in a file, also its first heading "# …"'),
  lead: maybeWords(
    'NAV-15: the sentence below the heading; also what search engines show, which else is the opening of the text',
  ),
  picture: maybePicture('NAV-15: picture at the top'),
  paragraphs: v.pipe(WritingSchema, v.description('NAV-15: text: one entry a paragraph, or Markdown')),
  menu: choice(
    ['header', 'footer', 'none'],
    'footer',
    'NAV-15: the menu that lists it, where no menu has a link to it: header (in the last dropdown), footer (in the last group) or none',
  ),
  listed: flag(true, 'NAV-15: whether search engines may list it'),
});

export type OwnPage = v.InferOutput<typeof OwnPageSchema>;
