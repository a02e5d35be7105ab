import * as v from 'valibot';
import {
  choice,
  flag,
  IsoDateSchema,
  link,
  list,
  maybePicture,
  PathSchema,
  SecretNameSchema,
  whole,
  words,
  wordsOr,
} from '#src/config/sections/setting-types.ts';

import { DRIVE_AWAY_FACETS } from './drive-away-facets.ts';

/** SRCH-04: facet names of the specification. `features/search/facets` defines the facets. */
const SPECIFIED_FACETS = [
  'badge',
  'status',
  'car_type',
  'categories',
  'city',
  'colour',
  'dealership_name',
  'filtered_features',
  'item_type',
  'km',
  'location_name',
  'make',
  'make_model',
  'model',
  'price',
  'subscription_price',
  'price_range',
  'seats',
  'body',
  'drive',
  'fuel',
  'transmission',
  'state',
  'tag',
  'weekly_price',
  'weekly_price_range',
  'year',
  'certified',
  'created_at_timestamp',
] as const;

export const FACET_NAMES = [...SPECIFIED_FACETS, ...DRIVE_AWAY_FACETS];
export type FacetName = (typeof FACET_NAMES)[number];

export const SORT_KEYS = [
  'custom_rank',
  'relevance',
  'latest',
  'price_desc',
  'price_asc',
  'km_asc',
  'year_desc',
  'distance',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** First segment of search paths for a condition (NAV-02); no slug may equal one (NAV-14). */
export const SEARCH_WORDS = [
  'new-used-and-demo-cars',
  'new-and-demo-cars',
  'used-cars',
  'new-cars',
  'demo-cars',
] as const;

/** Facets kept from one search of a shopper to the next. */
const PERSISTED_FACETS = [
  'car_type',
  'location_name',
  'dealership_name',
  'city',
  'state',
  'body',
  'transmission',
  'fuel',
  'seats',
] as const satisfies readonly FacetName[];

/** LOC-11: auto means on if a dealer shows more than one location. */
const DISTANCE_CHOICES = ['auto', 'on', 'off'] as const;

const PROMO_DISPLAYS = ['all', 'new', 'demo', 'used'] as const;

/** SRCH-31. */
const PromoSchema = v.strictObject({
  start: v.optional(v.pipe(IsoDateSchema, v.description('SRCH-31: first day it is shown'))),
  expiry: v.optional(v.pipe(IsoDateSchema, v.description('SRCH-31: last day it is shown'))),
  position: whole(3, [1, 21], 'SRCH-31: its position in the results of a page, from 1'),
  display: choice(
    PROMO_DISPLAYS,
    'all',
    'SRCH-31: searches it appears in: all, or those whose address or filter includes this condition',
  ),
  strictDisplay: flag(false, 'SRCH-31: only in searches for the condition in "display" and no other'),
  node: v.pipe(
    v.strictObject({
      title: wordsOr('We Want Your {Vehicle}!', 'SRCH-19: heading; "{Vehicle}" is what the dealer sells'),
      text: wordsOr('We buy all types of {vehicles}', 'SRCH-19: text'),
      note: wordsOr('Our high turnover means we can pay more', 'SRCH-19: second text'),
      label: words('SRCH-19: text of its link'),
      href: link('SRCH-19: where it leads'),
      picture: maybePicture('SRCH-19: picture'),
    }),
    v.description('SRCH-31: its text'),
  ),
});

export type Promo = v.InferOutput<typeof PromoSchema>;

/** CFG-06: a dedicated Meilisearch instance. */
const engineEntries = {
  host: v.optional(
    v.pipe(
      v.string(),
      v.url('a full address'),
      v.regex(/^https?:\/\/[^/?#@]+\/?$/, 'the address of a Meilisearch, e.g. "https://search.example.com"'),
      v.description(
        'CFG-06: address of a Meilisearch for this site alone, which imports fill and searches use; by default the installation’s. Hosts inside your own network must be in FEED_HOSTS',
      ),
    ),
  ),
  key: v.optional(
    v.pipe(
      SecretNameSchema,
      v.description(
        'CFG-06: environment variable with a key of "host" that has every right on indexes whose name starts with "index"',
      ),
    ),
  ),
  index: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z0-9_-]{1,100}$/, 'letters, digits, "-" and "_", at most 100'),
      v.description('CFG-06: name of the index at "host"; by default MEILI_INDEX'),
    ),
  ),
};

const SearchSettingsSchema = v.strictObject({
  ...engineEntries,
  facets: v.pipe(
    v.array(v.picklist(SPECIFIED_FACETS)),
    v.check((names) => new Set(names).size === names.length, 'each facet once'),
    v.description('Facets shown, in order'),
  ),
  defaultPath: v.optional(
    v.pipe(
      PathSchema,
      // "/search" redirects here, and would otherwise redirect to itself.
      v.check(
        (path) => /^\/search\/[a-z0-9-]+(?:\/[a-z0-9-]+)?$/.test(path),
        'the path of a search, e.g. "/search/used-cars"; "/search" itself leads here',
      ),
      v.description('Where Clear Filters leads'),
    ),
    '/search/new-used-and-demo-cars',
  ),
  cardsPerRow: v.optional(
    v.pipe(v.picklist([3, 4]), v.description('Result cards in a row on large screens')),
    3,
  ),
  makesShown: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(100),
      v.description('SRCH-05: makes listed before "Show all makes"'),
    ),
    7,
  ),
  modelsShown: whole(30, [1, 200], 'SRCH-05: models listed before "Show all models"'),
  splitMakes: v.optional(
    v.pipe(
      v.boolean(),
      v.description('SRCH-05: the first 20 makes under "Popular Makes", the rest under "All Makes"'),
    ),
    false,
  ),
  certifiedOnly: v.optional(
    v.pipe(v.boolean(), v.description('SRCH-16: the certified facet offers certified vehicles only')),
    false,
  ),
  scrollToTop: v.optional(
    v.pipe(v.boolean(), v.description('SRCH-10: a changed search scrolls back to its first result')),
    true,
  ),
  priceAscendingHidesUnpriced: v.optional(
    v.pipe(v.boolean(), v.description('SRCH-15: lowest price first leaves out vehicles without a price')),
    true,
  ),
  stockCount: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(2000),
      v.description(
        'SRCH-17: count shown instead of one above 1999; without it, the sum of the condition counts',
      ),
    ),
  ),
  emptyResults: choice(
    ['search', 'offers'],
    'search',
    'SRCH-12: where Clear Filters leads after a search without results: the default search, or /special-offers',
  ),
  suggestions: flag(
    true,
    'SRCH-02: search boxes suggest makes, models, body types and badges in stock while a shopper types, and the last searches',
  ),
  priceSlider: flag(
    false,
    'SRCH-24: below the tiles of the home page a slider for the price, whose search is sorted by price, highest first; a site that shows prices by the week has none',
  ),
  alerts: flag(
    false,
    'SRCH-33: shoppers may save a search and get an e-mail, or a text message where they are signed in, about new matches and price drops; needs a mail server',
  ),
  persisted: v.optional(
    v.pipe(
      v.array(v.picklist(PERSISTED_FACETS)),
      v.description('SRCH-11: facets whose chosen values a browser keeps for the next search of its shopper'),
    ),
    [],
  ),
  distance: choice(
    DISTANCE_CHOICES,
    'auto',
    'LOC-11: shoppers may search near a postcode and sort by the distance; auto is on where the site shows more than one location',
  ),
  featureBanner: flag(true, 'SRCH-20: show the banner of content.home.banner above the results too'),
  promos: list(PromoSchema, 'SRCH-19: cards among the results'),
  promoOffset: flag(
    false,
    'SRCH-19: each promo shifts by 0 to 2 positions; the shift stays the same all day',
  ),
  promoShuffle: flag(false, 'SRCH-19: promos after the first swap positions each day'),
});

export const SearchSchema = v.pipe(
  SearchSettingsSchema,
  v.forward(
    v.partialCheck(
      [['host'], ['key']],
      ({ host, key }) => key === undefined || host !== undefined,
      'a "host" beside it',
    ),
    ['key'],
  ),
  v.forward(
    v.partialCheck(
      [['host'], ['index']],
      ({ host, index }) => index === undefined || host !== undefined,
      'a "host" beside it',
    ),
    ['index'],
  ),
);

export type SearchConfig = v.InferOutput<typeof SearchSchema>;
