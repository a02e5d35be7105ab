import type { Settings } from 'meilisearch';
import { FACETS } from '#src/features/search/facets/facets.ts';
import { NEAR_MISS_WORDS } from '#src/features/search/index/near-miss-words.data.ts';
import { EXACT_FIELDS, SEARCHED_FIELDS, SYNONYMS } from '#src/features/search/index/text-matching.ts';
import { RECOMMENDED_ORDER } from '#src/features/search/search-index.ts';
import { MAX_TOTAL_HITS } from '#src/features/search/search-state.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';

/** Filterable attributes besides the facets. */
const FILTERED = ['dealer', 'stocknum', 'show_on_dealer_website'] as const;
const FILTERED_NUMBERS = ['sold_at', 'photos_count'] as const;

const filterable = (names: readonly string[], features: { comparison: boolean }) => ({
  attributePatterns: [...names],
  features: { facetSearch: false, filter: { equality: true, comparison: features.comparison } },
});

const ofKind = (isRange: boolean) =>
  FACETS.filter(({ kind }) => (kind === 'range') === isRange).map(({ name }) => name);

/**
 * Increment with every change of `INDEX_SETTINGS`, so that processes of an older release do not set theirs back. A test
 * compares a fingerprint.
 */
export const SETTINGS_VERSION = 2;

/**
 * Settings of a vehicle index, derived from the facet table. The plain tokenizer and the lack of typo
 * tolerance for codes were chosen by measurement.
 */
export const INDEX_SETTINGS: Settings = {
  searchableAttributes: [...SEARCHED_FIELDS],
  filterableAttributes: [
    filterable([...ofKind(false), ...FILTERED], { comparison: false }),
    filterable([...ofKind(true), ...FILTERED_NUMBERS], { comparison: true }),
    // Meilisearch accepts `_geo` by name only, not by pattern.
    '_geo',
  ],
  sortableAttributes: [
    'custom_rank',
    'recommended',
    'created_at_timestamp',
    'price',
    'subscription_price',
    'year',
    'km',
    '_geo',
  ],
  synonyms: Object.fromEntries(Object.entries(SYNONYMS).map(([word, others]) => [word, [...others]])),
  // The selected order takes precedence over the proximity of words; ties are broken by the dealer's order.
  rankingRules: ['words', 'typo', 'sort', 'proximity', 'attribute', 'exactness', ...RECOMMENDED_ORDER],
  typoTolerance: {
    disableOnAttributes: [...EXACT_FIELDS],
    disableOnNumbers: true,
    disableOnWords: [...new Set(NEAR_MISS_WORDS.flat())].sort(),
  },
  proximityPrecision: 'byAttribute',
  faceting: { maxValuesPerFacet: 1000, sortFacetValuesBy: { '*': 'count' } },
  pagination: { maxTotalHits: MAX_TOTAL_HITS },
  // Results after the cutoff are incomplete and unsorted, but by then the request has fallen back to the database.
  searchCutoffMs: 1000,
};

/**
 * Defaults of Meilisearch 1.21, sent explicitly because the defaults of other versions may differ.
 */
const DEFAULTS: Settings = {
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

/** Settings with arbitrary keys, compared as a whole. */
const FREE_KEYS: ReadonlySet<string> = new Set(['synonyms', 'embedders', 'sortFacetValuesBy']);

/** Lists whose order is significant. */
const ORDERED: ReadonlySet<string> = new Set(['searchableAttributes', 'rankingRules']);

/** Normalises the order, as Meilisearch sorts lists of names and the keys of objects. */
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

/** Whether `live` contains all of `wanted`; additional keys are ignored. */
function containsAll(name: string, live: unknown, wanted: unknown): boolean {
  if (isJsonObject(wanted) && isJsonObject(live) && !FREE_KEYS.has(name)) {
    return Object.entries(wanted).every(([key, value]) => containsAll(key, live[key], value));
  }
  return JSON.stringify(canonical(name, live)) === JSON.stringify(canonical(name, wanted));
}

export const wholeSettings = (wanted: Settings): Settings => ({
  ...DEFAULTS,
  ...wanted,
  typoTolerance: { ...DEFAULTS.typoTolerance, ...wanted.typoTolerance },
});

/** Names of the settings that differ; settings unknown to the running version of Meilisearch are ignored. */
export function settingsDrift(live: Settings, wanted: Settings): string[] {
  return Object.entries(wholeSettings(wanted))
    .filter(([name, value]) => {
      const reported = live[name as keyof Settings];
      const isUnknownHere = reported === undefined && !(name in wanted);
      return !isUnknownHere && !containsAll(name, reported, value);
    })
    .map(([name]) => name);
}
