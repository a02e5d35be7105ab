import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { loadDealers } from '#src/config/load-dealers.ts';
import { FINANCE_PROVIDERS } from '#src/config/sections/finance.ts';
import { LOCATION_TYPES } from '#src/config/sections/locations.ts';
import { VERTICALS } from '#src/config/sections/verticals.ts';
import { TEMPLATE_NAMES } from '#src/config/templates.ts';
import { compileMapping } from '#src/server/stock/feed-mapping.ts';
import { readFeedRow } from '#src/server/stock/feed-row.ts';
import { generateDemoStock } from './demo-stock.ts';
import { feedBytes } from './feed-file.ts';

const TODAY = '2026-11-21';
const { dealers } = loadDealers(resolve(import.meta.dirname, '../../dealers'));
const locations = dealers.flatMap((dealer) => dealer.locations);
const sorted = (words: readonly string[]) => [...words].sort();

describe('demo dealers together', () => {
  test('CFG-07 have every lender once', () => {
    expect(sorted(dealers.map(({ finance }) => finance.provider))).toEqual(sorted(FINANCE_PROVIDERS));
  });

  test('FIN-06 state a comparison rate with the warning the law asks for', () => {
    for (const { slug, finance } of dealers) {
      expect(finance.comparisonRate ?? 0, slug).toBeGreaterThanOrEqual(finance.interestRate);
      expect(finance.disclaimer, slug).toContain(
        'WARNING: This comparison rate is true only for the example',
      );
      expect(finance.disclaimer, slug).toContain('5-year secured consumer loan of $30,000');
    }
  });

  test('LOC-12 have every type of location, and one that is listed nowhere', () => {
    expect(new Set(locations.map(({ location_type }) => location_type))).toEqual(new Set(LOCATION_TYPES));
    expect(locations.some(({ visible }) => !visible)).toBe(true);
  });

  test('CFG-13 have every kind of vehicle as the main one, and each template', () => {
    const kinds = VERTICALS.filter((name) => name !== 'parts');
    expect(sorted([...new Set(dealers.map(({ verticals }) => verticals[0] ?? ''))])).toEqual(sorted(kinds));
    expect(new Set(dealers.map(({ template }) => template))).toEqual(new Set(TEMPLATE_NAMES));
  });

  test('CFG-17 come from at least four states, and each has colours of its own', () => {
    expect(new Set(dealers.map(({ state }) => state)).size).toBeGreaterThanOrEqual(4);
    expect(new Set(dealers.map(({ theme }) => theme.colours.brand)).size).toBe(dealers.length);
    for (const { slug, state, locations: own } of dealers)
      expect(new Set(own.map(({ address }) => address.state)), slug).toEqual(new Set([state]));
  });

  test('PLAT-03 send feeds no two of which are written alike', () => {
    const ways = dealers.map(({ stock }) => {
      const { format, encoding, delimiter, columns } = stock.feed ?? {};
      return JSON.stringify([format, encoding, delimiter, columns?.make]);
    });
    expect(new Set(ways).size).toBe(dealers.length);
  });
});

describe.each(dealers)('the feed of $slug', (dealer) => {
  const { feed } = dealer.stock;
  if (!feed) throw new Error(`${dealer.slug} has no feed.`);
  const stock = generateDemoStock({ dealer, today: TODAY });
  const text = new TextDecoder(feed.encoding, { fatal: true }).decode(feedBytes(stock, feed));
  const records: Record<string, unknown>[] =
    feed.format === 'csv'
      ? parse(text, { columns: true, delimiter: feed.delimiter ?? ',' })
      : feed.format === 'json'
        ? JSON.parse(text)
        : text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line));
  const asText = (value: unknown) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
  const mapping = compileMapping(feed);
  const read = records.map((record, at) => {
    const cells = Object.fromEntries(Object.entries(record).map(([name, value]) => [name, asText(value)]));
    return readFeedRow(mapping, { row: at + 2, cells });
  });

  test('PLAT-03 is read without a complaint', () => {
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
    expect(read.filter(({ vehicle }) => vehicle === undefined)).toEqual([]);
  });

  test('PLAT-03 tells an import what the stock was made of', () => {
    const WORDS = [
      'stocknum',
      'make',
      'model',
      'badge',
      'year',
      'car_type',
      'item_type',
      'status',
      'vin',
    ] as const;
    const PLACES = ['location_slug', 'dealership_slug', 'simple_fuel', 'simple_drive', 'certified'] as const;
    for (const [at, made] of stock.entries()) {
      const { vehicle } = read[at] ?? {};
      for (const field of [...WORDS, ...PLACES]) expect(vehicle?.[field], field).toBe(made[field]);
      expect(vehicle?.subscription_price).toBe(made.subscription_price && made.subscription_price * 100);
      expect(vehicle?.images.map(({ id }) => id)).toEqual(made.images);
    }
  });
});
