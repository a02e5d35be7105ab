import * as v from 'valibot';
import {
  flag,
  link,
  list,
  maybePicture,
  maybeWords,
  TextSchema,
  words,
  writing,
} from '#src/config/sections/setting-types.ts';

/** NAV-04 to NAV-07, NAV-09: available information pages; finance and trade-in take their address from `links`. */
export const INFO_PAGES = [
  'finance',
  'trade-in',
  'value-my-car-terms-and-conditions',
  'finance-and-insurance',
  'service',
  'service-plus',
  'warranty',
  'roadside-assist',
  'capped-price-servicing',
  'vehicle-parts-and-accessories',
  'book-test-drive',
  'fleet',
  'careers',
  '4x4-outdoor',
  'personalised-finance',
  'spin-to-win',
] as const;
export type InfoPageName = (typeof INFO_PAGES)[number];

const SectionSchema = v.strictObject({
  heading: words('Heading'),
  paragraphs: writing('Text: one entry a paragraph, or Markdown'),
  points: list(TextSchema, 'Bullet points below the text'),
  picture: maybePicture('Picture beside the text'),
  link: v.optional(
    v.pipe(
      v.strictObject({ label: words('Link text'), href: link('Where it leads') }),
      v.description('Link below the text'),
    ),
  ),
});

const InfoPageSchema = v.strictObject({
  enabled: flag(false, 'Whether the site has this page; if not, its address answers 404'),
  title: words('Heading and title'),
  lead: words('The sentence below the heading; also what search engines show'),
  picture: maybePicture('Picture at the top'),
  sections: list(SectionSchema, 'Parts of the page'),
  faqs: list(
    v.strictObject({ question: words('The question'), answer: words('Its answer') }),
    'CONT-04: questions and answers, each opened with a tap',
  ),
  disclaimer: maybeWords('Small print at the end'),
});

const entry = (name: InfoPageName) => v.pipe(InfoPageSchema, v.description(`NAV-05: the page "${name}"`));

const StyleGuideSchema = v.strictObject({
  enabled: flag(false, 'CFG-15: whether the site has /style-guide; if not, the address answers 404'),
});

/** "{name}", "{city}", "{responsePromise}" and "{validity}" in any text are replaced with the dealer's own. */
export const InfoPagesSchema = v.strictObject({
  ...(Object.fromEntries(INFO_PAGES.map((name) => [name, entry(name)])) as {
    [Name in InfoPageName]: ReturnType<typeof entry>;
  }),
  styleGuide: v.optional(
    v.pipe(
      StyleGuideSchema,
      v.description(
        'CFG-15: every part of the design in this dealer’s colours and type, for the people who make the site; search engines don’t list it',
      ),
    ),
    {},
  ),
});

export type InfoPage = v.InferOutput<typeof InfoPageSchema>;
