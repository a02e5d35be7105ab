import * as v from 'valibot';
import { FACET_NAMES, type FacetName } from '#src/config/sections/stock/search-section.ts';
import { getFacet } from '#src/features/search/facets/facets.ts';
import { FOUND_KINDS } from '#src/features/search/found-kind.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { DEFAULT_SORT, sortOfIndexName } from '#src/features/search/search-index.ts';
import {
  isWithinLength,
  MAX_NEAR_KM,
  MAX_PAGE,
  MAX_PLACE_LENGTH,
  MAX_VALUE_LENGTH,
  PAGE_SIZE,
} from '#src/features/search/search-state.ts';
import { MAX_QUERY_LENGTH } from '#src/features/search/url/query-length.ts';

const isFacetName = (text: string): text is FacetName => (FACET_NAMES as readonly string[]).includes(text);

/** InstantSearch sends one request for the results and one for each refined facet. */
const MAX_REQUESTS = 20;
/** A path can stand for more values of a facet than a query string may list. */
const MAX_FILTERS = 100;
/** Over all requests of a body: every facet once, and each refined facet again. */
const MAX_FACETS_COUNTED = 60;
export const MAX_HITS = 2 * PAGE_SIZE;
const MAX_FILTERS_OF_ALL = 1000;

/** Error code for a body that requests more than a search page can. */
export const SEARCH_TOO_LARGE = 'search_too_large';

export const described = <T extends v.GenericSchema>(schema: T, what: string) =>
  v.pipe(schema, v.description(what));

/** Meilisearch rejects lone surrogates. */
const wellFormed = v.transform((text: string) => text.toWellFormed());

export const QuerySchema = v.pipe(
  v.string(),
  v.check((text) => isWithinLength(text, MAX_QUERY_LENGTH), `at most ${MAX_QUERY_LENGTH} characters`),
  v.description('Words to search for'),
  wellFormed,
);

export const NearSchema = v.pipe(
  v.string(),
  v.check((text) => isWithinLength(text, MAX_PLACE_LENGTH), `at most ${MAX_PLACE_LENGTH} characters`),
  v.description('LOC-11: postcode that distances are counted from'),
  wellFormed,
);
export const WithinSchema = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(MAX_NEAR_KM),
  v.description('LOC-11: farthest distance from `near`, km'),
);

/** `make:Toyota` */
const ListFilterSchema = v.pipe(
  v.string(),
  // InstantSearch escapes a leading hyphen, its syntax for NOT.
  v.transform((text) => text.replace(/^([a-z_]+):\\-/, '$1:-')),
  v.check((text) => {
    const colon = text.indexOf(':');
    const name = text.slice(0, colon);
    const isList = isFacetName(name) && getFacet(name).kind !== 'range';
    return isList && isWithinLength(text.slice(colon + 1), MAX_VALUE_LENGTH);
  }, 'a list facet and a value, joined by ":"'),
  wellFormed,
);

const RangeFilterSchema = v.pipe(
  v.string(),
  v.check((text) => {
    const [, name = ''] = /^([a-z_]+)(?:>=|<=)\d{1,12}(?:\.\d{1,4})?$/.exec(text) ?? [];
    return isFacetName(name) && getFacet(name).kind === 'range';
  }, 'a range facet, ">=" or "<=", and a number'),
);

const FacetNamesSchema = v.pipe(
  v.union([v.array(v.picklist(FACET_NAMES)), v.picklist(FACET_NAMES)]),
  v.description('Facets to count'),
  v.transform((names) => [...new Set([names].flat())]),
);

/** One query of InstantSearch. Unknown keys (indexes, filters) are dropped. */
const SearchRequestSchema = v.object({
  indexName: v.pipe(
    v.string(),
    v.maxLength(40),
    v.check((name) => sortOfIndexName(name) !== undefined, 'the name of a vehicle index'),
    v.description('`vehicles`, or `vehicles:<sort>` for another order'),
    v.transform((name) => sortOfIndexName(name) ?? DEFAULT_SORT),
  ),
  params: v.optional(
    described(
      v.object({
        query: v.optional(QuerySchema, ''),
        near: v.optional(NearSchema),
        within: v.optional(WithinSchema),
        page: v.optional(
          v.pipe(
            v.number(),
            v.integer(),
            v.minValue(0),
            v.maxValue(MAX_PAGE),
            v.description('Page, counted from 0'),
          ),
          0,
        ),
        hitsPerPage: v.optional(
          v.pipe(
            v.number(),
            v.integer(),
            v.minValue(0),
            v.maxValue(PAGE_SIZE),
            v.description('Vehicles a page'),
          ),
          PAGE_SIZE,
        ),
        facets: v.optional(FacetNamesSchema, []),
        openLists: v.optional(
          v.pipe(
            v.array(v.picklist(FACET_NAMES)),
            v.maxLength(FACET_NAMES.length),
            v.description(
              'Facets counted value by value; the others by the values a page shows first. Without it, all are complete',
            ),
          ),
        ),
        facetFilters: v.optional(
          v.pipe(
            v.array(
              v.union([
                v.pipe(v.array(ListFilterSchema), v.minLength(1), v.maxLength(MAX_FILTERS)),
                v.pipe(
                  ListFilterSchema,
                  v.transform((one) => [one]),
                ),
              ]),
            ),
            v.maxLength(MAX_FILTERS),
            v.description('`make:Toyota`, or a list of which one has to match'),
          ),
          [],
        ),
        numericFilters: v.optional(
          v.pipe(v.array(RangeFilterSchema), v.maxLength(MAX_FILTERS), v.description('`price<=30000`')),
          [],
        ),
      }),
      'Search parameters',
    ),
    {},
  ),
});

const sumOf = <T>(all: readonly T[], count: (one: T) => number) =>
  all.reduce((sum, one) => sum + count(one), 0);

const isAffordable = (requests: v.InferOutput<typeof SearchRequestSchema>[]) =>
  sumOf(requests, ({ params }) => params.facets.length) <= MAX_FACETS_COUNTED &&
  sumOf(requests, ({ params }) => params.hitsPerPage) <= MAX_HITS &&
  sumOf(requests, ({ params }) => params.facetFilters.flat().length) <= MAX_FILTERS_OF_ALL;

export const SearchBodySchema = v.object({
  requests: v.pipe(
    v.array(SearchRequestSchema),
    v.minLength(1),
    v.maxLength(MAX_REQUESTS, SEARCH_TOO_LARGE),
    v.check(isAffordable, SEARCH_TOO_LARGE),
    v.description('Queries in the format of InstantSearch'),
  ),
});

export type SearchRequest = v.InferOutput<typeof SearchRequestSchema>;

export const SourceSchema = described(
  v.picklist(['engine', 'database']),
  'SRCH-34: where the list comes from; the database replaces the search engine while that does not respond. Without words both have the same order; a program that goes through a list with words starts again where this changes',
);

const CountsSchema = v.record(v.string(), v.number());

export const HitsSchema = described(
  v.array(v.custom<CardDocument>((hit) => typeof hit === 'object' && hit !== null)),
  'Vehicles of the page, with the fields of a card',
);

const SearchResultSchema = v.object({
  index: described(v.string(), 'The requested index'),
  hits: HitsSchema,
  nbHits: described(v.number(), 'Vehicles found'),
  nbPages: described(v.number(), 'Pages of them'),
  page: described(v.number(), 'This page, counted from 0'),
  hitsPerPage: described(v.number(), 'Vehicles a page'),
  facets: described(v.record(v.string(), CountsSchema), 'Vehicles by facet and value'),
  leftOut: v.optional(
    described(
      v.record(v.string(), v.number()),
      'By facet, how many of its lines `facets` of the last result with it leaves out; in the first result',
    ),
  ),
  facets_stats: described(
    v.record(v.string(), v.object({ min: v.number(), max: v.number() })),
    'Minimum and maximum of each range facet',
  ),
  query: described(v.string(), 'The words that were searched'),
  understood: v.optional(
    described(v.string(), 'The search that the words mean, as an address: filters, and words that stay text'),
  ),
  others: v.optional(
    described(HitsSchema, 'SRCH-12: a row of vehicles of all stock, where the first query finds none'),
  ),
  processingTimeMS: described(v.number(), 'Time the search engine took, ms'),
  source: v.optional(SourceSchema),
  isNowhere: v.optional(
    described(v.literal(true), 'LOC-11: `near` is no place in Australia; distances do not count'),
  ),
  distances: v.optional(
    described(
      v.record(v.string(), v.number()),
      'LOC-275: whole kilometres from `near` to each location by name, the nearest first',
    ),
  ),
  kind: v.optional(
    described(
      v.picklist(FOUND_KINDS),
      'SRCH-253: what is found, where that is not what the dealer mainly sells; `vehicle` if it is mixed',
    ),
  ),
  withoutText: v.optional(
    described(v.boolean(), 'True if no vehicle has the words, and the results match only the filters'),
  ),
});

export const SearchResponseSchema = v.object({
  results: described(v.array(SearchResultSchema), 'One a query, in their order'),
});

export type SearchResult = v.InferOutput<typeof SearchResultSchema>;
export type SearchResponse = v.InferOutput<typeof SearchResponseSchema>;
