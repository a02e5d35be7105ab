import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { LOCATION_TYPES } from '#src/config/sections/business/locations-section.ts';
import { FINANCE_PROVIDERS } from '#src/config/sections/finance/finance-section.ts';
import { TEMPLATE_NAMES } from '#src/config/sections/site/theme-section.ts';
import { VERTICALS } from '#src/config/sections/stock/stock-terms.ts';
import { compileMapping } from '#src/features/stock/mapping/column-mapping.ts';
import { readFeedRow } from '#src/features/stock/server/reading/feed-row.ts';
import { demoDealers } from '../../tests/fixtures/demo-dealers.ts';
import { generateDemoStock } from './demo-stock.ts';
import { feedBytes } from './feed-file.ts';
import { asPicture } from './feed-vehicle.ts';

const TODAY = '2026-11-21';
const dealers = demoDealers();
const locations = dealers.flatMap((dealer) => dealer.locations);
const sorted = (words: readonly string[]) => [...words].sort();

describe('demo dealers together', () => {
  test('CFG-07 have every lender once', () => {
    expect(sorted(dealers.map(({ finance }) => finance.provider))).toEqual(sorted(FINANCE_PROVIDERS));
  });

  test('FIN-06 state a comparison rate with the warning the law requires', () => {
    for (const { slug, finance } of dealers) {
      expect(finance.comparisonRate ?? 0, slug).toBeGreaterThanOrEqual(finance.interestRate);
      expect(finance.disclaimer, slug).toContain(
        'WARNING: This comparison rate is true only for the example',
      );
      expect(finance.disclaimer, slug).toContain('5-year secured consumer loan of $30,000');
    }
  });

  test('FORM-10 FORM-14 promise a call only while they are open, and tomorrow only where they open every day', () => {
    const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
    const minutes = (time: string) => {
      const [, hour, minute = '0', half] = /^(\d+)(?:\.(\d+))?([ap]m)$/.exec(time) ?? [];
      return (Number(hour) % 12) * 60 + Number(minute) + (half === 'pm' ? 720 : 0);
    };
    const clock = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
    for (const dealer of dealers) {
      const { slug, tradeIn, leads, pages } = dealer;
      const open =
        dealer.locations
          .find(({ primary }) => primary)
          ?.opening_hours.filter(({ status }) => status === 'Open') ?? [];
      if (/tomorrow|next morning/.test(leads.responsePromise)) {
        expect(new Set(open.map(({ weekday }) => weekday)).size, slug).toBe(7);
      }
      if (!pages['trade-in'].enabled) continue;
      for (const part of tradeIn.buyingTeamHours.split(', ')) {
        const [, from = '', to = from, begin = '', end = ''] =
          /^(\w{3})(?:-(\w{3}))? (.+?)-(.+)$/.exec(part) ?? [];
        for (const weekday of DAYS.keys()) {
          if (weekday < DAYS.indexOf(from) || weekday > DAYS.indexOf(to)) continue;
          const times = open.find((each) => each.weekday === weekday);
          expect(clock(times?.open ?? '24:00'), `${slug} ${part}`).toBeLessThanOrEqual(minutes(begin));
          expect(clock(times?.close ?? '00:00'), `${slug} ${part}`).toBeGreaterThanOrEqual(minutes(end));
        }
      }
    }
  });

  test('LOC-12 have every type of location, and a hidden one', () => {
    expect(new Set(locations.map(({ location_type }) => location_type))).toEqual(new Set(LOCATION_TYPES));
    expect(locations.some(({ visible }) => !visible)).toBe(true);
  });

  test('CFG-13 have every vertical as the main one, and each template', () => {
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

  test('PLAT-03 send feeds in different formats', () => {
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
    return readFeedRow(mapping, { row: at + 2, cells }, dealer.timeZone);
  });

  test('PLAT-03 FIN-15 is read without problems, but for entries of the lender that one yard writes carelessly', () => {
    const problems = read.flatMap((row) => row.problems);
    const careless = problems.filter(({ column }) => column === 'finance_lenders');
    expect(problems).toEqual(careless);
    expect(careless.length > 0).toBe(dealer.slug === 'kookaburra-cars');
    for (const { value } of careless) expect(value).toMatch(/^\w+, AusLoans\.paymentWeek: "ask us"$/);
    expect(read.filter(({ vehicle }) => vehicle === undefined)).toEqual([]);
  });

  test('PLAT-03 reproduces its stock in an import', () => {
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
      expect(vehicle?.images).toMatchObject(made.images.map(asPicture));
      expect(vehicle?.images).toHaveLength(made.images.length);
    }
  });
});
