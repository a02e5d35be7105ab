import type { Settings } from 'meilisearch';
import { isJsonObject } from '#src/domain/json-object.ts';

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
