import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { FACETS } from '#src/features/search/facets/facets.ts';
import { INDEX_SETTINGS, SETTINGS_VERSION, wholeSettings } from './index-settings.ts';

/** Raise `SETTINGS_VERSION` with it. */
const KNOWN = { version: 2, fingerprint: '4a1b56239ae5cbf6' };

it('PLAT-54 a change of the settings has a new version, so that an earlier release does not set them back', () => {
  const text = JSON.stringify(wholeSettings(INDEX_SETTINGS));
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 16);
  expect(
    { version: SETTINGS_VERSION, fingerprint },
    'the settings have changed: raise SETTINGS_VERSION, and set both in this test',
  ).toEqual(KNOWN);
});

type Granular = { attributePatterns: string[]; features: { filter: { comparison: boolean } } };
const filterable = (INDEX_SETTINGS.filterableAttributes ?? []).filter(
  (one) => typeof one === 'object',
) as Granular[];
const comparable = (name: string) =>
  filterable.find(({ attributePatterns }) => attributePatterns.includes(name))?.features.filter.comparison;

it('SRCH-04 every facet can be filtered, ranges by comparison, words by equality alone', () => {
  for (const { name, kind } of FACETS) expect([name, comparable(name)]).toEqual([name, kind === 'range']);
});

it('SRCH-14 SRCH-30 attributes of the stock filter are filterable', () => {
  for (const name of ['dealer', 'status', 'car_type', 'make', 'stocknum', 'show_on_dealer_website']) {
    expect([name, comparable(name)]).toEqual([name, false]);
  }
  for (const name of ['sold_at', 'year', 'price', 'photos_count']) {
    expect([name, comparable(name)]).toEqual([name, true]);
  }
});

it('SRCH-15 every sort order has its attribute', () => {
  expect(INDEX_SETTINGS.sortableAttributes).toEqual(
    expect.arrayContaining([
      'custom_rank',
      'recommended',
      'created_at_timestamp',
      'price',
      'subscription_price',
      'year',
      'km',
    ]),
  );
});

it('SRCH-03 merc, vw and land cruiser are found, in both directions', () => {
  const { synonyms = {} } = INDEX_SETTINGS;
  const known = synonyms as Record<string, string[]>;
  expect(known.merc).toContain('mercedes-benz');
  expect(known.vw).toContain('volkswagen');
  for (const [word, others] of Object.entries(known))
    for (const other of others) expect(known[other]).toContain(word);
});
