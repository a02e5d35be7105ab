import type { Settings } from 'meilisearch';
import { FACETS } from '#src/domain/search/facets.ts';
import { SEARCHED_FIELDS, SYNONYM_GROUPS } from '#src/domain/search/searched-text.ts';

/** Deepest hit a shopper can page to. */
export const MAX_TOTAL_HITS = 2000;

/** Attributes the server filters by besides the facets. */
const FILTERED = ['dealer', 'stocknum', 'show_on_dealer_website'] as const;
const FILTERED_NUMBERS = ['sold_at', 'photos_count'] as const;

const synonyms = Object.fromEntries(
  SYNONYM_GROUPS.flatMap((group) => group.map((word) => [word, group.filter((other) => other !== word)])),
);

const filterable = (names: readonly string[], features: { comparison: boolean }) => ({
  attributePatterns: [...names],
  features: { facetSearch: false, filter: { equality: true, comparison: features.comparison } },
});

const ofKind = (isRange: boolean) =>
  FACETS.filter(({ kind }) => (kind === 'range') === isRange).map(({ name }) => name);

/** Settings of the shared vehicle index, from the facet table. Measured choices: plain tokenizer, no typos in codes. */
export const INDEX_SETTINGS: Settings = {
  searchableAttributes: [...SEARCHED_FIELDS],
  filterableAttributes: [
    filterable([...ofKind(false), ...FILTERED], { comparison: false }),
    filterable([...ofKind(true), ...FILTERED_NUMBERS], { comparison: true }),
  ],
  sortableAttributes: ['custom_rank', 'created_at_timestamp', 'price', 'year', 'km'],
  synonyms,
  typoTolerance: {
    disableOnAttributes: ['stocknum', 'vin', 'regplate', 'make_model'],
    disableOnNumbers: true,
  },
  proximityPrecision: 'byAttribute',
  faceting: { maxValuesPerFacet: 1000, sortFacetValuesBy: { '*': 'count' } },
  pagination: { maxTotalHits: MAX_TOTAL_HITS },
  searchCutoffMs: 300,
};
