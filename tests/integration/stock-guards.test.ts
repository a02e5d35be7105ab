import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { Clock } from '#src/platform/time/clock.ts';
import { openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-guards' };
let milliseconds = 0;
/** Of two imports one is the later. */
const clock: Clock = { now: () => new Date(Date.parse('2026-03-01T00:00:00Z') + milliseconds++) };
let site: StockSite;

beforeEach(async () => {
  site = await openStockSite(engine, clock, 'guarded-yard');
});
afterEach(() => site.close());

const HEADER = 'stocknum,make,model,year,price,km,status';
const stockOf = (count: number, { price = (at: number) => 9000 + at, sold = 0 } = {}) =>
  `${[
    HEADER,
    ...Array.from({ length: count }, (_, at) => {
      const status = at < sold ? 'sold' : 'in_stock';
      return `B${at},Kia,Rio,2019,${price(at)},50000,${status}`;
    }),
  ].join('\n')}\n`;
const dearer = { price: (at: number) => (9000 + at) * 100 };

it.each([
  [19, 19, false],
  [19, 21, false],
  [20, 17, true],
  [20, 20, true],
  [20, 19, true],
  [21, 19, true],
  [21, 20, true],
  [22, 19, true],
] as const)(
  'PLAT-26 prices are compared from twenty in stock on, however many the feed has: %i, then %i',
  async (before, after, isRefused) => {
    await site.import(stockOf(before));
    const { refusals } = await site.import(stockOf(after, dearer), { dryRun: true });
    expect(refusals.some((reason) => reason.startsWith('The median price'))).toBe(isRefused);
  },
);

it('PLAT-26 a feed that marks too many vehicles as sold is refused, unless forced', async () => {
  await site.import(stockOf(24));
  expect(await site.import(stockOf(24, { sold: 4 }), { dryRun: true })).toMatchObject({ refusals: [] });
  const shifted = stockOf(24, { sold: 24 });
  await expect(site.import(shifted)).rejects.toThrow(
    /would mark 24 of 24 vehicles as sold \(100 %\).+such as 2019-kia-rio/,
  );
  await expect(site.import(stockOf(20, { sold: 4 }))).rejects.toThrow(
    'would remove 4 of 24 vehicles and mark 4 of 24 vehicles as sold (33.3 %)',
  );
  expect(await site.import(shifted, { force: true })).toMatchObject({ sold: 24 });
  // They are sold already.
  expect(await site.import(shifted)).toMatchObject({ sold: 0, refusals: [] });
});

const flagged = (count: number, { hidden = 0, soon = 0 }) =>
  [
    `${HEADER},show_on_dealer_website`,
    ...Array.from({ length: count }, (_, at) => {
      const status = at < soon ? 'coming soon' : 'in stock';
      return `B${at},Kia,Rio,2019,${9000 + at},50000,${status},${at < hidden ? 0 : 1}`;
    }),
    '',
  ].join('\n');

it('PLAT-26 a feed that hides too many vehicles is refused, unless forced', async () => {
  await site.import(flagged(24, {}));
  expect(await site.import(flagged(24, { hidden: 4 }), { dryRun: true })).toMatchObject({ refusals: [] });
  const allHidden = flagged(24, { hidden: 24 });
  await expect(site.import(allHidden)).rejects.toThrow(
    /would hide 24 of 24 vehicles \("show_on_dealer_website"\) \(100 %\).+\n.+import it with --force/,
  );
  expect(await site.import(allHidden, { force: true })).toMatchObject({ changed: 24 });
  // They are hidden already.
  expect(await site.import(allHidden)).toMatchObject({ refusals: [], unchanged: 24 });
});

it('PLAT-26 a feed that empties the site is refused, however many hidden vehicles the stock has', async () => {
  await site.import(flagged(60, { hidden: 50 }));
  await expect(site.import(flagged(60, { hidden: 60 }))).rejects.toThrow(
    'would hide 10 of 60 vehicles ("show_on_dealer_website") (16.7 %, 100 % of those on the site): more than 5',
  );
  // Hidden vehicles may become anything.
  expect(await site.import(flagged(60, { hidden: 50, soon: 50 }))).toMatchObject({ refusals: [] });
});

it('PLAT-26 vehicles that are yet to arrive count as removed where a dealer shows none of those', async () => {
  await site.import(flagged(24, {}));
  const soon = flagged(24, { soon: 24 });
  expect(await site.import(soon, { dryRun: true })).toMatchObject({ refusals: [] });
  const dealer = { stock: { ...site.dealer.stock, inStockOnly: true } };
  await expect(site.import(soon, { dealer })).rejects.toThrow(
    'would mark 24 of 24 vehicles as coming soon, which "stock.inStockOnly" leaves out (100 %)',
  );
  await expect(site.import(flagged(18, { hidden: 3, soon: 6 }), { dealer })).rejects.toThrow(
    /would remove 6 of 24 vehicles and hide 3 .+ and mark 3 of 24 vehicles as coming soon.+\(50 %\)/,
  );
});

const typed = (count: number, { used = count, year = 2019 } = {}) =>
  [
    `${HEADER},car_type`,
    ...Array.from({ length: count }, (_, at) => {
      const type = at < used ? 'used' : 'new';
      return `B${at},Kia,Rio,${year},${9000 + at},50000,in_stock,${type}`;
    }),
    '',
  ].join('\n');

it('CFG-05 PLAT-26 a feed that makes the dealer’s rules leave its vehicles out is refused, unless forced', async () => {
  const stock = { ...site.dealer.stock, usedOnly: true, maxAgeYears: 10 };
  const dealer = { stock };
  await site.import(typed(24), { dealer });
  expect(await site.import(typed(24, { used: 20 }), { dealer, dryRun: true })).toMatchObject({
    ...{ refusals: [], leftOut: { 'stock.usedOnly': 4 } },
  });
  const allNew = typed(24, { used: 0 });
  await expect(site.import(allNew, { dealer })).rejects.toThrow(
    /would change 24 of 24 vehicles so that "stock.usedOnly" leaves them out \(100 %\).+such as 2019-kia-rio/,
  );
  await expect(site.import(typed(24, { used: 12, year: 2009 }), { dealer })).rejects.toThrow(
    'would change 24 of 24 vehicles so that "stock.maxAgeYears" leaves them out',
  );
  expect(await site.import(allNew, { dealer, force: true })).toMatchObject({
    leftOut: { 'stock.usedOnly': 24 },
  });
  // They are left out already, and rules that change are no fault of the feed.
  expect(await site.import(allNew, { dealer })).toMatchObject({ refusals: [] });
  const none = { stock: { ...site.dealer.stock, excludedMakes: ['kia'] } };
  expect(await site.import(typed(24), { dealer: none, dryRun: true })).toMatchObject({
    ...{ refusals: [], leftOut: { 'stock.excludedMakes': 24 } },
  });
});

it('CFG-05 PLAT-26 a feed that empties the site is refused, however many vehicles the dealer’s rules leave out', async () => {
  const dealer = { stock: { ...site.dealer.stock, usedOnly: true } };
  await site.import(typed(60, { used: 10 }), { dealer });
  await expect(site.import(typed(60, { used: 0 }), { dealer })).rejects.toThrow(
    'would change 10 of 60 vehicles so that "stock.usedOnly" leaves them out (16.7 %, 100 % of those on the site): more than 5',
  );
});

it('VDP-09 the median counts the offers shoppers see, not the prices they replace', async () => {
  const withOffers = (offer: (at: number) => number) =>
    [
      `${HEADER},offer_price`,
      ...Array.from(
        { length: 24 },
        (_, at) => `B${at},Kia,Rio,2019,${9000 + at},50000,in_stock,${offer(at)}`,
      ),
      '',
    ].join('\n');
  await site.import(withOffers((at) => 8500 + at));
  await expect(site.import(withOffers(() => 1290))).rejects.toThrow(
    'The median price would go from $8,511.50 (24 vehicles) to $1,290 (24 vehicles)',
  );
  const feed = { mode: 'incremental' } as const;
  await expect(
    site.import(
      withOffers(() => 1290),
      { feed },
    ),
  ).rejects.toThrow('to $1,290 (24 vehicles)');
  expect(await site.import(withOffers((at) => 8400 + at))).toMatchObject({ refusals: [] });
});

const SKIPPED_LAST = {
  stored: 8,
  skipped: 1,
  refusals: [],
  problems: [{ row: 10, reason: 'broken_row', skipped: true }],
};

it('PLAT-03 a short last row with a line break after it is skipped and reported, not treated as cut off', async () => {
  const text = `${stockOf(8)}B9,Kia,Rio,2019\n`;
  expect(await site.import(text)).toMatchObject(SKIPPED_LAST);
  await expect(site.import(text.trimEnd())).rejects.toThrow('The last row is cut off (row 10');
});

it.each(['Total;123', 'Total: 8', 'EOF', 'Total,8,,,,,,,', '# 8 rows'])(
  'PLAT-03 a trailer %j is skipped and reported, with a line break after it or without',
  async (last) => {
    for (const text of [`${stockOf(8)}${last}`, `${stockOf(8)}${last}\n`]) {
      expect(await site.import(text)).toMatchObject(SKIPPED_LAST);
    }
  },
);

it('PLAT-03 a short last row that was imported by force is expected from then on, whatever its numbers', async () => {
  const ending = (last: string) => `${stockOf(8)}${last}`;
  await expect(site.import(ending('TRL,8'))).rejects.toThrow(
    /"TRL 8".+If all its feeds end in such a line, import this one with --force/,
  );
  await site.import(ending('TRL,8'), { force: true });
  expect(await site.import(ending('TRL,12'))).toMatchObject(SKIPPED_LAST);
  expect(await site.import(ending('TRL,7'))).toMatchObject(SKIPPED_LAST);
  await expect(site.import(ending('B9,Kia'))).rejects.toThrow('The last row is cut off (row 10');
});

it('PLAT-03 an NDJSON line that cannot be read is cut off only where no line break follows', async () => {
  const lines = '{"stocknum":"A","make":"Kia","model":"Rio","year":2019}\n{"stocknum":"B","ma';
  const feed = { format: 'ndjson' } as const;
  expect(await site.import(`${lines}\r\n`, { feed })).toMatchObject({ stored: 1, skipped: 1, refusals: [] });
  await expect(site.import(lines, { feed })).rejects.toThrow('The last row is cut off');
});

it('PLAT-03 a quote that is never closed and a truncated JSON list are refused', async () => {
  await expect(site.import(`${stockOf(8)}B9,"Kia,Rio,2019\n`)).rejects.toThrow('quote that is never closed');
  await expect(
    site.import('[{"stocknum":"A","make":"Kia","model":"Rio","year":2019}\n', { feed: { format: 'json' } }),
  ).rejects.toThrow('not valid JSON');
});

it('PLAT-03 a feed that no longer ends in a line break may be cut in its last cell: that is reported', async () => {
  await site.import(stockOf(8));
  const cut = stockOf(8).slice(0, -3);
  const ends = ({ problems }: Awaited<ReturnType<StockSite['import']>>) =>
    problems.filter(({ value }) => value === 'no line break at the end');
  const whole = stockOf(8).trimEnd();
  expect(ends(await site.import(cut, { dryRun: true }))).toMatchObject([{ row: 9, skipped: false }]);
  expect(ends(await site.import(whole))).toMatchObject([{ reason: 'doubtful' }]);
  // Now it is how this dealer's feed ends.
  expect(ends(await site.import(whole))).toEqual([]);
});
