import * as v from 'valibot';
import {
  choice,
  flag,
  IsoDateSchema,
  LinkSchema,
  link,
  list,
  maybeLink,
  maybePicture,
  maybeWords,
  maybeWriting,
  PathSchema,
  SlugSchema,
  WritingSchema,
  whole,
  words,
  writing,
} from '#src/config/sections/setting-types.ts';

/** NAV-15: a page added by the dealer, at an address of its choice. */
const OwnPageSchema = v.strictObject({
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

export const BRAND_KINDS = ['car', 'motorcycle', 'truck', 'own'] as const;

/** CONT-13: a brand, shown on /brands and its own page. */
const BrandSchema = v.strictObject({
  title: words('Name shown'),
  slug: v.pipe(SlugSchema, v.description('Address of its page: /<slug>/overview')),
  kind: choice(
    BRAND_KINDS,
    'car',
    'CONT-01: heading it is listed under on /brands: Car, Motorcycle, Truck, Our Brands',
  ),
  make: maybeWords('Make its stock is listed under, if it differs from the title'),
  logo: maybePicture('Its logo'),
  banner: maybePicture('Wide picture at the top of its page'),
  description: writing(
    'Text of the page: one entry per paragraph, or Markdown; the first is also shown on /brands',
  ),
  service: maybeWords('CONT-13: text about its service and parts; by default that of "copy"'),
  certified: flag(
    false,
    'CONT-01: a programme for certified used cars; its stock is certified cars, of its make if it names one',
  ),
  skipPage: flag(false, 'CONT-13: the brand has no page of its own; /brands links to its stock'),
});

/** CONT-07: a model page. */
const ModelSchema = v.strictObject({
  name: words('Name shown, e.g. "MU-X"'),
  slug: v.pipe(SlugSchema, v.description('Address of its page: /models/<slug>, or /<slug>')),
  make: words('Make, as in the stock'),
  tagline: maybeWords('A sentence below the name'),
  picture: maybePicture('Picture at the top'),
  features: list(
    v.strictObject({
      title: words('Heading'),
      description: words('Text'),
      picture: maybePicture('Picture beside the text'),
    }),
    'CONT-13: what it offers',
  ),
});

/** CONT-12. */
const OfferSchema = v.pipe(
  v.strictObject({
    id: v.pipe(SlugSchema, v.description('Address of its page: /offers/<id>, or /offers/<make>/<id>')),
    name: words('Name'),
    description: words('A sentence that says what is on offer'),
    paragraphs: maybeWriting('More about it, on its page: one entry a paragraph, or Markdown'),
    disclaimer: maybeWords('Conditions; shortened on the card'),
    price: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.maxValue(10_000_000),
        v.description('CONT-246: what the vehicle costs, drive away, in whole dollars'),
      ),
    ),
    searchPath: v.optional(
      v.pipe(
        PathSchema,
        v.regex(/^\/search\/./, 'a search of the site, e.g. "/search/toyota/hilux"'),
        v.description(
          'CONT-246: search of the vehicles it is for, such as /search/toyota/hilux?tag=Runout+Sale; by default those of its model or make',
        ),
      ),
    ),
    make: maybeWords('Make this is for; required unless the site has a single manufacturer'),
    picture: maybePicture('Picture; by default that of the model'),
    model: v.optional(v.pipe(SlugSchema, v.description('Slug of the model this is for, one of "models"'))),
    start: v.optional(v.pipe(IsoDateSchema, v.description('First day it is shown'))),
    expiry: v.optional(v.pipe(IsoDateSchema, v.description('Last day it is shown'))),
  }),
  v.forward(
    v.partialCheck(
      [['start'], ['expiry']],
      ({ start, expiry }) => start === undefined || expiry === undefined || start <= expiry,
      'an expiry on or after the start',
    ),
    ['expiry'],
  ),
);

const PostSchema = v.strictObject({
  slug: v.pipe(SlugSchema, v.description('Address of the post: /blog/<slug>')),
  heading: words('Heading'),
  date: v.pipe(IsoDateSchema, v.description('Day of publication')),
  description: words('Opening sentences; the card shows the first 100 characters'),
  picture: maybePicture('Picture'),
  paragraphs: writing('Text: one entry a paragraph, or Markdown'),
});

/** CONT-11: shown on the home page until its last day, or until the shopper closes it. */
const PopupSchema = v.strictObject({
  src: v.optional(v.pipe(LinkSchema, v.description('CONT-11: picture'))),
  expiryDate: v.optional(v.pipe(IsoDateSchema, v.description('CONT-11: last day it is shown'))),
  linkTo: maybeLink('CONT-11: where its button leads'),
  title: words('CONT-11: heading'),
  description: maybeWords('CONT-11: text'),
  buttonText: maybeWords('CONT-11: text of its button'),
});

const SlideSchema = v.strictObject({
  id: v.pipe(SlugSchema, v.description('Unique key')),
  name: words('Heading on the slide'),
  description: maybeWords('Text on the slide'),
  url: maybeLink('Where it leads'),
  picture: maybePicture('Picture, 1920 by 540'),
  hide_overlay: flag(false, 'CONT-11: show the picture only, without heading and text'),
});

/** Content besides stock. */
export const showroomEntries = {
  brands: list(BrandSchema, 'CONT-01: brands of /brands and of the mega menu'),
  brandStats: v.optional(
    v.pipe(
      v.strictObject({
        enabled: flag(false, 'CONT-01: whether /brands shows the banner of figures'),
        locations: whole(50, [1, 9999], 'CONT-01: "50+ locations"'),
        brands: whole(40, [1, 9999], 'CONT-01: "40+ brands"'),
        years: whole(30, [1, 9999], 'CONT-01: "30+ years"'),
        plus: flag(true, 'CONT-01: whether a + follows each figure; switch it off for exact figures'),
      }),
      v.description('CONT-01: figures of the group'),
    ),
    {},
  ),
  models: list(
    ModelSchema,
    'CONT-07, CFG-06: stock models with a page of their own, also in the models dropdown',
  ),
  offers: list(OfferSchema, 'CONT-03: offers of /special-offers; the page is there when the list holds one'),
  slides: list(SlideSchema, 'CONT-11: promotions at the top of /special-offers'),
  blog: list(PostSchema, 'CONT-04: posts of /blog; the page is there when the list holds one'),
  ownPages: list(
    OwnPageSchema,
    'NAV-15: pages of the dealer’s own, each also a file pages/<slug>.md in the dealer’s folder',
  ),
  popup: v.optional(v.pipe(PopupSchema, v.description('CONT-11: notice over the home page'))),
  websites: list(
    v.strictObject({
      name: words('Name shown'),
      slug: v.pipe(SlugSchema, v.description('Unique key')),
      make: words('Make it is about'),
      url: link('Its address'),
      dealership: v.optional(
        v.pipe(SlugSchema, v.description('LOC-02: dealership whose cards link to it as Visit Website')),
      ),
      logo: maybePicture('Logo; its "url" is logo.url of the specification'),
    }),
    'CFG-20: websites of the group by make, behind the mega menu and Visit Website',
  ),
};

export type Brand = v.InferOutput<typeof BrandSchema>;
export type ModelPage = v.InferOutput<typeof ModelSchema>;
export type Offer = v.InferOutput<typeof OfferSchema>;
export type BlogPost = v.InferOutput<typeof PostSchema>;
export type Popup = v.InferOutput<typeof PopupSchema>;
export type Slide = v.InferOutput<typeof SlideSchema>;
