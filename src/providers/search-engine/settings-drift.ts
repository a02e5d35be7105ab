import type { Settings } from 'meilisearch';

/** Settings ours leave as Meilisearch 1.21 has them. They are sent as well, so that no other version's defaults count. */
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

/** Objects whose keys are words of ours, each of them a setting. */
const FREE_KEYS: ReadonlySet<string> = new Set(['synonyms', 'embedders', 'sortFacetValuesBy']);

/** Lists whose order means something: which attribute, which rule counts more. */
const ORDERED: ReadonlySet<string> = new Set(['searchableAttributes', 'rankingRules']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same text for settings that mean the same: Meilisearch sorts lists of names and the keys of objects. */
function canonical(name: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((item) => canonical(name, item));
    const areNames = items.every((item) => typeof item === 'string');
    return areNames && !ORDERED.has(name) ? items.sort() : items;
  }
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, canonical(key, value[key])]));
}

/** Whether `live` holds all that `wanted` states; a key that only another version knows is none of ours. */
function holdsAll(name: string, live: unknown, wanted: unknown): boolean {
  if (isObject(wanted) && isObject(live) && !FREE_KEYS.has(name)) {
    return Object.entries(wanted).every(([key, value]) => holdsAll(key, live[key], value));
  }
  return JSON.stringify(canonical(name, live)) === JSON.stringify(canonical(name, wanted));
}

/** What an index is given: ours, and around it what ours leave untouched. */
export const wholeSettings = (wanted: Settings): Settings => ({
  ...UNTOUCHED,
  ...wanted,
  typoTolerance: { ...UNTOUCHED.typoTolerance, ...wanted.typoTolerance },
});

/** Names of the settings in which a live index differs from those wanted; what Meilisearch adds by itself is none. */
export function settingsDrift(live: Settings, wanted: Settings): string[] {
  return Object.entries(wholeSettings(wanted))
    .filter(([name, value]) => {
      const reported = live[name as keyof Settings];
      const isUnknownHere = reported === undefined && !(name in wanted);
      return !isUnknownHere && !holdsAll(name, reported, value);
    })
    .map(([name]) => name);
}
