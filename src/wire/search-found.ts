import * as v from 'valibot';
import { HitsSchema, SourceSchema } from './search.ts';

const described = <T extends v.GenericSchema>(schema: T, what: string) => v.pipe(schema, v.description(what));

/** SRCH-22. */
export const ListFoundSchema = HitsSchema;

/** SRCH-21: a page of vehicles. */
export const HitsFoundSchema = v.object({
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

/** SRCH-04: a facet as shown to shoppers. */
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

/** SRCH-29: the response. */
export const SearchFoundSchema = v.object({
  ...HitsFoundSchema.entries,
  facets: described(
    v.record(v.string(), FacetFoundSchema),
    'The facets of the site’s search page by name, in its order: `label`, `items` with `label`, `value` and `count`, and of ranges `facetStats` with `min` and `max`. All count the vehicles found, refined facets too',
  ),
});
export type SearchFound = v.InferOutput<typeof SearchFoundSchema>;
