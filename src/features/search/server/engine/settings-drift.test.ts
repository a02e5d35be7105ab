import fc from 'fast-check';
import type { Settings } from 'meilisearch';
import { expect, it } from 'vitest';
import { INDEX_SETTINGS, settingsDrift, wholeSettings } from './index-settings.ts';

/** As Meilisearch 1.21 writes our settings back: names and keys sorted, its own defaults filled in. */
const REPORTED: Settings = {
  ...INDEX_SETTINGS,
  displayedAttributes: ['*'],
  sortableAttributes: [...(INDEX_SETTINGS.sortableAttributes ?? [])].sort(),
  rankingRules: [...(INDEX_SETTINGS.rankingRules ?? [])],
  stopWords: [],
  distinctAttribute: null,
  typoTolerance: {
    disableOnAttributes: [...(INDEX_SETTINGS.typoTolerance?.disableOnAttributes ?? [])].sort(),
    disableOnNumbers: true,
    disableOnWords: [...(INDEX_SETTINGS.typoTolerance?.disableOnWords ?? [])].sort(),
    enabled: true,
    minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 },
  },
  prefixSearch: 'indexingTime',
};

const drift = (change: Settings) => settingsDrift({ ...REPORTED, ...change }, INDEX_SETTINGS);

it('PLAT-03 settings that Meilisearch returns in another order count as equal', () => {
  expect(drift({})).toEqual([]);
  const {
    searchableAttributes: _ordered,
    rankingRules: _rules,
    filterableAttributes: _granular,
    ...unordered
  } = INDEX_SETTINGS;
  const shuffled = (value: unknown): fc.Arbitrary<unknown> => {
    if (Array.isArray(value)) return fc.shuffledSubarray(value, { minLength: value.length });
    if (typeof value !== 'object' || value === null) return fc.constant(value);
    const entries = Object.entries(value);
    return fc
      .tuple(
        fc.shuffledSubarray(
          entries.map(([key]) => key),
          { minLength: entries.length },
        ),
        fc.record(Object.fromEntries(entries.map(([key, item]) => [key, shuffled(item)]))),
      )
      .map(([keys, items]) => Object.fromEntries(keys.map((key) => [key, items[key]])));
  };
  fc.assert(
    fc.property(shuffled(unordered), (settings) => {
      const { typoTolerance, ...others } = settings as Settings;
      expect(drift({ ...others, typoTolerance: { ...REPORTED.typoTolerance, ...typoTolerance } })).toEqual(
        [],
      );
    }),
  );
});

it.each([
  [
    'searchableAttributes',
    { searchableAttributes: [...(INDEX_SETTINGS.searchableAttributes ?? [])].reverse() },
  ],
  ['sortableAttributes', { sortableAttributes: ['price'] }],
  ['filterableAttributes', { filterableAttributes: (INDEX_SETTINGS.filterableAttributes ?? []).slice(1) }],
  ['synonyms', { synonyms: { ...INDEX_SETTINGS.synonyms, merc: ['mercedes'] } }],
  ['typoTolerance', { typoTolerance: { ...REPORTED.typoTolerance, enabled: false } }],
  ['searchCutoffMs', { searchCutoffMs: 500 }],
  ['stopWords', { stopWords: ['the'] }],
  ['prefixSearch', { prefixSearch: 'disabled' }],
] as const)('PLAT-03 a live index with other %s is detected', (name, change) => {
  expect(drift(change as unknown as Settings)).toEqual([name]);
});

it('PLAT-03 a setting of another version of Meilisearch is ignored', () => {
  expect(drift({ someday: true } as Settings)).toEqual([]);
  expect(drift({ pagination: { ...INDEX_SETTINGS.pagination, someday: 1 } } as Settings)).toEqual([]);
  expect(drift({ typoTolerance: { ...REPORTED.typoTolerance, someday: true } } as Settings)).toEqual([]);
});

it('PLAT-03 the settings of a new index leave no version’s default open', () => {
  expect(settingsDrift(wholeSettings(INDEX_SETTINGS), INDEX_SETTINGS)).toEqual([]);
  expect(wholeSettings(INDEX_SETTINGS)).toMatchObject({ stopWords: [], prefixSearch: 'indexingTime' });
});
