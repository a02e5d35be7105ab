import * as v from 'valibot';
import {
  flag,
  LinkSchema,
  PictureSchema,
  TextSchema,
  WritingSchema,
  wordsOr,
} from '#src/config/sections/setting-types.ts';

const paragraphs = (description: string) => v.pipe(WritingSchema, v.minLength(1), v.description(description));
const text = (description: string) => v.pipe(TextSchema, v.description(description));

/** Icons for reasons and banner links. */
const CONTENT_ICONS = [
  'calendar',
  'car',
  'check',
  'clock',
  'key',
  'mail',
  'map-pin',
  'phone',
  'search',
  'shield',
  'tag',
  'wrench',
] as const;
const icon = (fallback: (typeof CONTENT_ICONS)[number]) =>
  v.optional(v.pipe(v.picklist(CONTENT_ICONS), v.description('Drawing beside it')), fallback);

/** Texts of the information pages. */
/** CONT-05. */
export const SalesCounterSchema = v.strictObject({
  enabled: flag(
    false,
    'CONT-05: whether the home page counts sales, 192 a day, one each 450 seconds; only for a dealer that sells about as many',
  ),
  text: wordsOr('vehicles sold today', 'CONT-05: words after the figure'),
});

export const ContentSchema = v.strictObject({
  home: v.pipe(
    v.strictObject({
      headline: text('The large line of the home page'),
      lead: text('The sentence below it'),
      picture: v.pipe(PictureSchema, v.description('Photo of the first screen, best 2880 px wide')),
      quickLinks: v.optional(
        v.pipe(
          v.array(
            v.strictObject({
              label: text('Link text'),
              href: v.pipe(LinkSchema, v.description('Where it leads')),
            }),
          ),
          v.maxLength(5),
          v.description('Searches offered below the search box of the home page'),
        ),
        [],
      ),
      reasons: v.pipe(
        v.array(v.strictObject({ title: text('Heading'), text: text('One sentence'), icon: icon('check') })),
        v.maxLength(4),
        v.description('Why shoppers come to this dealer'),
      ),
      banner: v.optional(
        v.pipe(
          v.array(
            v.strictObject({
              title: text('Link text'),
              text: v.optional(text('A few words below')),
              href: v.pipe(LinkSchema, v.description('Where it leads')),
              icon: icon('car'),
            }),
          ),
          v.maxLength(3),
          v.description(
            'SRCH-20: feature banner above search and on the home page; none if it is empty. Without it, it leads to offers, service and trade-in, where the site has the page',
          ),
        ),
      ),
    }),
    v.description('Texts of the home page'),
  ),
  about: v.pipe(
    v.strictObject({
      title: text('Heading'),
      paragraphs: paragraphs('Text: one entry a paragraph, or Markdown'),
      picture: v.optional(v.pipe(PictureSchema, v.description('Beside the text, best 1920 px wide'))),
    }),
    v.description('The page /about-us'),
  ),
  contact: v.pipe(
    v.strictObject({ title: text('Heading'), lead: text('The sentence below it') }),
    v.description('The page /contact'),
  ),
  privacy: paragraphs('Privacy policy: one entry per paragraph, or Markdown'),
  terms: paragraphs('Terms and conditions: one entry per paragraph, or Markdown'),
});

export type Content = v.InferOutput<typeof ContentSchema>;
