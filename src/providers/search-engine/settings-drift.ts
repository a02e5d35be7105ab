import type { Settings } from 'meilisearch';

/** What Meilisearch 1.21 reports of an index whose settings nobody touched, as far as ours leave it so. */
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

const isSame = (name: string, one: unknown, other: unknown) =>
  JSON.stringify(canonical(name, one)) === JSON.stringify(canonical(name, other));

/** Names of the settings in which a live index differs from those wanted; what Meilisearch adds by itself is none. */
export function settingsDrift(live: Settings, wanted: Settings): string[] {
  const expected = {
    ...UNTOUCHED,
    ...wanted,
    typoTolerance: { ...UNTOUCHED.typoTolerance, ...wanted.typoTolerance },
  };
  return Object.entries(expected)
    .filter(([name, value]) => {
      const reported = live[name as keyof Settings];
      const isUnknownHere = reported === undefined && !(name in wanted);
      return !isUnknownHere && !isSame(name, reported, value);
    })
    .map(([name]) => name);
}
