import type { Endpoint } from './endpoint.ts';
import { SearchBodySchema, SearchResponseSchema } from './search.ts';
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
import { HitsFoundSchema, ListFoundSchema, SearchFoundSchema } from './search-found.ts';
import { SEARCH_PATH, SEARCH_WORDS_PATH } from './search-index.ts';
import { SearchWordsSchema } from './search-words.ts';

const UNAVAILABLE = '`search_unavailable`: Meilisearch doesn’t respond';
const TOO_LARGE = `\`search_too_large\`: more than ${MAX_CALL_VALUES} values in the filters`;

/** Searches. All of them are limited to the public stock of the host's dealer, and can only narrow it. */
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
