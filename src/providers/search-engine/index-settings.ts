import type { Settings } from 'meilisearch';
import { FACETS } from '#src/domain/search/facets.ts';

/** Attributes the server filters by besides the facets. */
const FILTERED = ['dealer', 'stocknum', 'show_on_dealer_website'] as const;
const FILTERED_NUMBERS = ['sold_at', 'photos_count'] as const;

const SYNONYM_GROUPS = [
  ['merc', 'mercedes', 'mercedes-benz'],
  ['vw', 'volkswagen'],
  ['landcruiser', 'land cruiser'],
  ['4wd', '4x4'],
  ['ute', 'pickup'],
  ['auto', 'automatic'],
];

/** Every word of a group finds the others. */
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
  searchableAttributes: [
    'name',
    'make_model',
    'badge',
    'series',
    'colour',
    'body',
    'fuel',
    'transmission',
    'drive',
    'stocknum',
    'regplate',
    'vin',
    'city',
    'filtered_features',
    'categories',
  ],
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
  pagination: { maxTotalHits: 2000 },
  searchCutoffMs: 300,
};
