import * as v from 'valibot';
import { SEARCH_PATH, SEARCH_WORDS_PATH } from '#src/features/search/search-index.ts';
import type { Endpoint } from '#src/platform/http/endpoint.ts';
import {
  MAX_CALL_VALUES,
  ModelSearchSchema,
  OfferSearchSchema,
  SEARCH_LIST_PATH,
  SEARCH_MODELS_PATH,
  SEARCH_OFFERS_PATH,
  SearchCallSchema,
  SearchListSchema,
} from './search-calls.ts';
import {
  described,
  HitsSchema,
  SearchBodySchema,
  SearchResponseSchema,
  SourceSchema,
} from './search-schema.ts';

/** SRCH-22. */
const ListFoundSchema = HitsSchema;

/** SRCH-21: a page of vehicles. */
const HitsFoundSchema = v.object({
  hits: HitsSchema,
  count: described(v.number(), 'Vehicles found'),
  pages: described(v.number(), 'Pages of them, as long as this one'),
  ms: described(v.number(), 'Time the search engine took, ms'),
  source: v.optional(SourceSchema),
  understood: v.optional(
    described(
      v.string(),
      'The search that the query words mean, as an address: filters, and words that stay text',
    ),
  ),
  withoutText: v.optional(
    described(v.boolean(), 'True if no vehicle has the words, and the results match only the filters'),
  ),
});
export type HitsFound = v.InferOutput<typeof HitsFoundSchema>;

/** SRCH-04. */
const FacetFoundSchema = v.object({
  label: described(v.string(), 'Label of the facet'),
  items: described(
    v.array(
      v.object({
        label: described(v.string(), 'Label of the value'),
        value: described(v.string(), 'Value for `filters` and `search_filters`'),
        count: described(v.number(), 'Vehicles found that have it'),
      }),
    ),
    'Values of the vehicles found, in the order of the search page (SRCH-05); none of a range',
  ),
  facetStats: v.optional(
    described(
      v.object({
        min: described(v.number(), 'The least'),
        max: described(v.number(), 'The greatest'),
      }),
      'For a range: minimum and maximum of the vehicles found; left out if none has a value',
    ),
  ),
});
export type FacetFound = v.InferOutput<typeof FacetFoundSchema>;

/** SRCH-29. */
const SearchFoundSchema = v.object({
  ...HitsFoundSchema.entries,
  facets: described(
    v.record(v.string(), FacetFoundSchema),
    'The facets of the site’s search page by name, in its order: `label`, `items` with `label`, `value` and `count`, and of ranges `facetStats` with `min` and `max`. All count the vehicles found, refined facets too',
  ),
});
export type SearchFound = v.InferOutput<typeof SearchFoundSchema>;

/** `GET /api/search/words` with the parameters of a search page. */
const SearchWordsSchema = v.object({
  understood: v.nullable(
    v.pipe(
      v.string(),
      v.description(
        'The search that the words of `query` stand for, as an address: filters, and words that stay text; null where all of them are text',
      ),
    ),
  ),
});

export type SearchWords = v.InferOutput<typeof SearchWordsSchema>;

const UNAVAILABLE = '`search_unavailable`: Meilisearch doesn’t respond';
const TOO_LARGE = `\`search_too_large\`: more than ${MAX_CALL_VALUES} values in the filters`;

/** Every search is limited to the public stock of the host's dealer. */
export const SEARCH_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'POST',
    path: SEARCH_PATH,
    summary:
      "Searches the stock of the host's dealer; filters can only narrow it. A body with `requests` has the format of InstantSearch, as sent by the search page.",
    request: SearchBodySchema,
    response: SearchResponseSchema,
    statuses: {
      200: 'Found, or nothing found',
      400: '`bad_request`: the body doesn’t match; `search_too_large`: more than 20 requests, 60 facets or 42 hits in one body',
      503: UNAVAILABLE,
    },
  },
  {
    method: 'POST',
    path: SEARCH_PATH,
    summary:
      'The same address with a body without `requests`, for programs: one search with its facets. All keys are optional; unknown keys are refused. Query words that name stock are used as filters, as on the search page.',
    request: SearchCallSchema,
    sample: {
      filters: 'make:Toyota AND price<=30000',
      search_filters: { body: ['suv', 'ute'], year: { min: 2020 } },
      sort: 'price_asc',
    },
    response: SearchFoundSchema,
    statuses: {
      200: 'Found, or nothing found',
      400: `\`bad_request\`: the body doesn’t match; ${TOO_LARGE}`,
      503: UNAVAILABLE,
    },
  },
  {
    method: 'GET',
    path: `${SEARCH_WORDS_PATH}?query={query}`,
    summary:
      'What the words of a search stand for by the stock of the host’s dealer, beside the filters of the same address; nothing is searched for. The parameters are those of a search page.',
    response: SearchWordsSchema,
    statuses: {
      200: 'Understood, or all of it is text',
      503: UNAVAILABLE,
    },
  },
  {
    method: 'POST',
    path: SEARCH_LIST_PATH,
    summary:
      'Only the vehicles, as a JSON list, in the dealer’s own order. A hit has the same keys as one of the search above.',
    request: SearchListSchema,
    response: ListFoundSchema,
    statuses: {
      200: 'Vehicles, or none',
      400: `\`bad_request\`: the body doesn’t match; ${TOO_LARGE}`,
      503: UNAVAILABLE,
    },
  },
  {
    method: 'POST',
    path: SEARCH_MODELS_PATH,
    summary:
      'Vehicles by manufacturer, model and body type, 21 a page, in the dealer’s own order or, with a query, the best match first. The last ten searches of a dealer are cached.',
    request: ModelSearchSchema,
    response: HitsFoundSchema,
    statuses: {
      200: 'Found, or nothing found',
      400: `\`bad_request\`: the body doesn’t match; ${TOO_LARGE}`,
      503: UNAVAILABLE,
    },
  },
  {
    method: 'POST',
    path: SEARCH_OFFERS_PATH,
    summary:
      'The vehicles of one dealership of the site, by category and price, 21 a page, in the order of the search by model. The last twenty searches of a dealer are cached.',
    request: OfferSearchSchema,
    response: HitsFoundSchema,
    statuses: {
      200: 'Found, or nothing found',
      400: `\`bad_request\`: the body doesn’t match; \`unknown_dealership\`: the site has no dealership of this id; ${TOO_LARGE}`,
      503: UNAVAILABLE,
    },
  },
];

const NameSchema = v.strictObject({
  name: described(v.string(), 'Label for shoppers'),
  count: v.pipe(v.number(), v.description('Public vehicles of the dealer')),
  also: v.optional(v.pipe(v.array(v.string()), v.description('Other words it is found by'))),
});

export const SuggestionsSchema = v.strictObject({
  path: described(v.string(), 'The search that body types and badges refine'),
  makes: v.pipe(
    v.array(
      v.strictObject({
        ...NameSchema.entries,
        models: v.pipe(v.array(NameSchema), v.description('Its models')),
      }),
    ),
    v.description('Makes'),
  ),
  bodies: v.pipe(
    v.array(
      v.strictObject({
        ...NameSchema.entries,
        values: v.pipe(v.array(v.string()), v.description('Stored values of that name')),
      }),
    ),
    v.description('Body types'),
  ),
  badges: v.pipe(v.array(NameSchema), v.description('Badges')),
});
