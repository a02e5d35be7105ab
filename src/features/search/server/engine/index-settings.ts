import type { Settings } from 'meilisearch';
import { FACETS } from '#src/features/search/facets/facets.ts';
import { NEAR_MISS_WORDS } from '#src/features/search/index/near-miss-words.data.ts';
import { EXACT_FIELDS, SEARCHED_FIELDS, SYNONYMS } from '#src/features/search/index/text-matching.ts';
import { RECOMMENDED_ORDER } from '#src/features/search/search-index.ts';
import { MAX_TOTAL_HITS } from '#src/features/search/search-state.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';

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

/**
 * Settings left at the defaults of Meilisearch 1.21. They are sent too, so that other versions' defaults do not
 * apply.
 */
const UNTOUCHED: Settings = {
  displayedAttributes: ['*'],
  rankingRules: ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness'],
  stopWords: [],
  separatorTokens: [],
  nonSeparatorTokens: [],
  dictionary: [],
  distinctAttribute: null,
  embedders: {},
  localizedAttributes: null,
  facetSearch: true,
  prefixSearch: 'indexingTime',
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 },
    disableOnWords: [],
  },
};

/** Objects whose keys are our own words, each of them a setting. */
const FREE_KEYS: ReadonlySet<string> = new Set(['synonyms', 'embedders', 'sortFacetValuesBy']);

/** Lists whose order matters: attributes and rules by priority. */
const ORDERED: ReadonlySet<string> = new Set(['searchableAttributes', 'rankingRules']);

/** The same text for equivalent settings: Meilisearch sorts lists of names and the keys of objects. */
function canonical(name: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((item) => canonical(name, item));
    const areNames = items.every((item) => typeof item === 'string');
    return areNames && !ORDERED.has(name) ? items.sort() : items;
  }
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, canonical(key, value[key])]));
}

/** Whether `live` contains all of `wanted`; keys of other versions are ignored. */
function holdsAll(name: string, live: unknown, wanted: unknown): boolean {
  if (isJsonObject(wanted) && isJsonObject(live) && !FREE_KEYS.has(name)) {
    return Object.entries(wanted).every(([key, value]) => holdsAll(key, live[key], value));
  }
  return JSON.stringify(canonical(name, live)) === JSON.stringify(canonical(name, wanted));
}

/** The settings of an index: ours, and the defaults of all others. */
export const wholeSettings = (wanted: Settings): Settings => ({
  ...UNTOUCHED,
  ...wanted,
  typoTolerance: { ...UNTOUCHED.typoTolerance, ...wanted.typoTolerance },
});

/** Names of the settings in which a live index differs from those wanted; additions by Meilisearch are ignored. */
export function settingsDrift(live: Settings, wanted: Settings): string[] {
  return Object.entries(wholeSettings(wanted))
    .filter(([name, value]) => {
      const reported = live[name as keyof Settings];
      const isUnknownHere = reported === undefined && !(name in wanted);
      return !isUnknownHere && !holdsAll(name, reported, value);
    })
    .map(([name]) => name);
}
