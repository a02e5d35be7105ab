import * as v from 'valibot';
import { PathSchema } from './primitives.ts';

/** SRCH-04: the facet names of the specification, once. Everything else about a facet is in domain/search/facets.ts. */
export const FACET_NAMES = [
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
  'weekly_price_range',
  'year',
  'certified',
  'created_at_timestamp',
] as const;
export type FacetName = (typeof FACET_NAMES)[number];

export const SORT_KEYS = ['custom_rank', 'relevance', 'latest', 'price_desc', 'price_asc'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** First word of the search paths that stand for a condition (NAV-02); no slug may be one of them (NAV-14). */
export const SEARCH_WORDS = [
  'new-used-and-demo-cars',
  'new-and-demo-cars',
  'used-cars',
  'new-cars',
  'demo-cars',
] as const;

export const SearchSchema = v.strictObject({
  facets: v.pipe(
    v.array(v.picklist(FACET_NAMES)),
    v.check((names) => new Set(names).size === names.length, 'each facet once'),
    v.description('Facets shown, in order'),
  ),
  defaultPath: v.optional(
    v.pipe(
      PathSchema,
      // "/search" alone leads here, and would lead to itself for ever.
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
});

export type SearchConfig = v.InferOutput<typeof SearchSchema>;
