import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { stockOf, stocks } from '../../tests/fixtures/generated-stock.ts';
import { feedText } from './feed-file.ts';

describe('feed', () => {
  test('PLAT-03 a csv feed speaks the dealer\u2019s columns and values and survives awkward text', () => {
    const { dealer, stock } = stocks.find((yard) => yard.dealer.slug === 'kookaburra-cars') ?? {};
    const feed = dealer?.stock.feed;
    if (!feed || !stock) throw new Error('The yard has no feed.');
    const rows: Record<string, string>[] = parse(feedText(stock, feed), { columns: true });
    expect(rows).toHaveLength(stock.length);
    for (const [index, row] of rows.entries()) {
      expect(row.Manufacturer).toBe(stock[index]?.make);
      expect(row.Description ?? '').toBe(stock[index]?.dealercomments ?? '');
      expect(row.Photos).toBe(stock[index]?.images.join('|'));
      expect(row.Condition).toBe('USED');
      expect(['In yard', 'Arriving', 'Sold']).toContain(row.Availability);
    }
  });

  test('PLAT-03 a cell that holds several fields holds them in the order they are cut off', () => {
    const { dealer, stock } = stocks.find((yard) => yard.dealer.slug === 'ridgeline-isuzu') ?? {};
    const feed = dealer?.stock.feed;
    if (!feed || !stock) throw new Error('The dealer has no feed.');
    const rows: Record<string, string>[] = parse(feedText(stock, feed), { columns: true, delimiter: ';' });
    const titles = stock.map(({ year, make, model, badge }) => `${year} ${make} ${model} ${badge}`);
    expect(rows.map((row) => row.Title)).toEqual(titles);
  });

  test('PLAT-03 an ndjson feed holds one vehicle a line under the platform\u2019s names', () => {
    const stock = stockOf('riverbend');
    const feed = stocks.find((yard) => yard.dealer.slug === 'riverbend')?.dealer.stock.feed;
    if (!feed) throw new Error('The group has no feed.');
    const lines = feedText(stock, feed).trimEnd().split('\n');
    expect(lines).toHaveLength(stock.length);
    const written = stock.map(({ other_bodies: others, ...vehicle }) => ({
      ...vehicle,
      ...(others && { simple_body: [vehicle.simple_body, ...others].join(' / ') }),
    }));
    expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(written)));
  });
});
