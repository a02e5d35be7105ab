import type { Settings } from 'meilisearch';
import { FACETS } from '#src/domain/search/facets.ts';
import { MAX_TOTAL_HITS } from '#src/domain/search/search-state.ts';
import { EXACT_FIELDS, SEARCHED_FIELDS } from '#src/domain/search/searched-text.ts';
import { RECOMMENDED_ORDER } from '#src/domain/search/sort.ts';
import { SYNONYMS } from '#src/domain/search/synonyms.ts';
import { NEAR_MISS_WORDS } from '#src/domain/search/words-apart.data.ts';

/** Attributes the server filters by, besides the facets. */
const FILTERED = ['dealer', 'stocknum', 'show_on_dealer_website'] as const;
const FILTERED_NUMBERS = ['sold_at', 'photos_count'] as const;

const filterable = (names: readonly string[], features: { comparison: boolean }) => ({
  attributePatterns: [...names],
  features: { facetSearch: false, filter: { equality: true, comparison: features.comparison } },
});

const ofKind = (isRange: boolean) =>
  FACETS.filter(({ kind }) => (kind === 'range') === isRange).map(({ name }) => name);

/**
 * Settings of the shared vehicle index, from the facet table. Chosen by measurement: plain tokenizer, no typo
 * tolerance in codes.
 */
export const INDEX_SETTINGS: Settings = {
  searchableAttributes: [...SEARCHED_FIELDS],
  filterableAttributes: [
    filterable([...ofKind(false), ...FILTERED], { comparison: false }),
    filterable([...ofKind(true), ...FILTERED_NUMBERS], { comparison: true }),
    // Distances work by this name alone, not by a pattern.
    '_geo',
  ],
  sortableAttributes: [
    'custom_rank',
    'created_at_timestamp',
    'price',
    'subscription_price',
    'year',
    'km',
    '_geo',
  ],
  synonyms: Object.fromEntries(Object.entries(SYNONYMS).map(([word, others]) => [word, [...others]])),
  // A chosen order counts more than how near words are to each other; equal matches come as the dealer recommends, by
  // rules whose last key is unique.
  rankingRules: ['words', 'typo', 'sort', 'proximity', 'attribute', 'exactness', ...RECOMMENDED_ORDER],
  typoTolerance: {
    disableOnAttributes: [...EXACT_FIELDS],
    disableOnNumbers: true,
    disableOnWords: [...new Set(NEAR_MISS_WORDS.flat())].sort(),
  },
  proximityPrecision: 'byAttribute',
  faceting: { maxValuesPerFacet: 1000, sortFacetValuesBy: { '*': 'count' } },
  pagination: { maxTotalHits: MAX_TOTAL_HITS },
  // What is cut off is neither whole nor in order: a search that takes so long is the database's by then.
  searchCutoffMs: 1000,
};
