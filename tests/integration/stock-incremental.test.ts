import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { vehiclesNamed } from '#src/features/stock/server/queries/import-queries.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-incremental' };
let site: StockSite;
let dealers = 0;

beforeEach(async () => {
  dealers += 1;
  site = await openStockSite(engine, fixedClock('2026-03-01T00:00:00Z'), `changes-${dealers}`);
});
afterEach(() => site.close());

const feedOf = (...rows: string[]) => ['stocknum,make,model,year,price,status', ...rows].join('\n');
const car = (stocknum: string, price = 9990, status = 'in_stock') =>
  `${stocknum},Kia,Rio,2019,${price},${status}`;
const INCREMENTAL = { feed: { mode: 'incremental' as const } };
const many = Array.from({ length: 20 }, (_, at) => car(`S${at}`));

const stock = async (of = site) =>
  (
    await of.services.db
      .selectFrom('vehicles')
      .select(['identity', 'price_cents', 'status'])
      .where('removed_at', 'is', null)
      .orderBy('identity')
      .execute()
  ).map(({ identity, price_cents, status }) => [identity, price_cents, status]);
const history = () =>
  site.services.db.selectFrom('vehicle_history').select(['kind', 'after']).orderBy('seq').execute();

describe('an incremental import', () => {
  it('PLAT-03 adds and updates the vehicles of its feed and no others', async () => {
    await site.import(feedOf(...many));
    const summary = await site.import(feedOf(car('S1', 8990), car('new')), INCREMENTAL);
    expect(summary).toMatchObject({ rows: 2, added: 1, changed: 1, repriced: 1, removed: 0, skipped: 0 });
    expect(await stock()).toHaveLength(21);
    // The option overrules the dealer's file, and a full import removes again.
    await expect(site.import(feedOf(car('S1')), { ...INCREMENTAL, mode: 'full' })).rejects.toThrow(
      'would remove',
    );
    expect(await site.import(feedOf(car('S1', 7990)), { mode: 'incremental' })).toMatchObject({ changed: 1 });
    expect(await site.import(feedOf(...many))).toMatchObject({ removed: 1, unchanged: 19, changed: 1 });
  });

  it('PLAT-03 removes vehicles its feed withdraws, many only if forced', async () => {
    await site.import(feedOf(...many));
    const words = ['deleted', 'Removed', 'WITHDRAWN'];
    const gone = Array.from({ length: 18 }, (_, at) => `s${at},,,,,${words[at % 3]}`);
    const feed = feedOf(...gone, 'nobody-knows,,,,,deleted');
    await expect(site.import(feed, INCREMENTAL)).rejects.toThrow('would remove 18 of 20 vehicles');
    const summary = await site.import(feed, { ...INCREMENTAL, force: true });
    expect(summary).toMatchObject({ removed: 18, withdrawn: 19, skipped: 0 });
    expect(summary.problems).toMatchObject([{ row: 20, value: 'nobody-knows', reason: 'doubtful' }]);
    expect((await stock()).map(([identity]) => identity)).toEqual(['stock:S18', 'stock:S19']);
    expect((await history()).filter(({ kind }) => kind === 'removed')).toHaveLength(18);
    await drainIndexChanges(site.services);
    expect(await site.services.index.count(site.dealer.slug)).toBe(2);
    expect(await site.import(feedOf(...gone), INCREMENTAL)).toMatchObject({ removed: 0 });
    expect(await site.import(feedOf(car('S3')), INCREMENTAL)).toMatchObject({ changed: 1, returned: 1 });
  });

  describe('of cars it names by VIN', () => {
    const VIN = 'JM0KF4WLA00123456';
    const OTHER_VIN = 'JM0KF4WLA00999999';
    const byVin = (...rows: string[]) => ['stocknum,vin,make,model,year,price,status', ...rows].join('\n');
    const known = (price = 9990) => `U1,${VIN},Kia,Rio,2019,${price},in_stock`;

    it('PLAT-03 removes the car that is stored under its stock number', async () => {
      await site.import(byVin(known(), `U2,${OTHER_VIN},Kia,Rio,2019,8990,in_stock`));
      const gone = await site.import(byVin(`,${VIN.toLowerCase()},,,,,deleted`), INCREMENTAL);
      expect(gone).toMatchObject({ removed: 1, problems: [] });
      expect((await stock()).map(([identity]) => identity)).toEqual(['stock:U2']);
    });

    it('PLAT-03 changes its price, without listing it twice', async () => {
      await site.import(byVin(known()));
      const changed = await site.import(byVin(`,${VIN},Kia,Rio,2019,7990,in_stock`), INCREMENTAL);
      expect(changed).toMatchObject({ added: 0, changed: 1, repriced: 1 });
      expect(await stock()).toEqual([['stock:U1', 799_000, 'in_stock']]);
    });

    it('PLAT-03 keeps one car one car when a feed gives it a stock number later', async () => {
      await site.import(byVin(`,${VIN},Kia,Rio,2019,9990,in_stock`));
      expect(await site.import(byVin(known(8990)))).toMatchObject({ added: 0, changed: 1, removed: 0 });
      expect(await stock()).toEqual([[`vin:${VIN}`, 899_000, 'in_stock']]);
    });

    describe('once one known by VIN has a stock number', () => {
      const other = `U2,${OTHER_VIN},Kia,Rio,2019,8990,in_stock`;
      beforeEach(async () => {
        await site.import(byVin(`,${VIN},Kia,Rio,2019,9990,in_stock`, other));
        await site.import(byVin(known(), other));
      });
      const named = async (words: string) =>
        (await vehiclesNamed(site.services.db, site.dealer.slug, words)).map(({ identity }) => identity);

      it('PLAT-03 removes it by that number, in any case', async () => {
        const gone = await site.import(byVin('u1,,,,,,deleted'), INCREMENTAL);
        expect(gone).toMatchObject({ removed: 1, problems: [] });
        expect(await stock()).toEqual([['stock:U2', 899_000, 'in_stock']]);
      });

      it('PLAT-03 changes its price by that number, without listing it twice', async () => {
        const changed = await site.import(byVin('U1,,Kia,Rio,2019,7990,in_stock'), INCREMENTAL);
        expect(changed).toMatchObject({ added: 0, changed: 1, repriced: 1 });
        expect(await stock()).toEqual([
          ['stock:U2', 899_000, 'in_stock'],
          [`vin:${VIN}`, 799_000, 'in_stock'],
        ]);
        // The record has no VIN now.
        expect(await site.import(byVin('U1,,,,,,deleted'), INCREMENTAL)).toMatchObject({ removed: 1 });
      });

      it('PLAT-03 adds a car of another VIN with that number as its own', async () => {
        const third = 'JM0KF4WLA00777777';
        const added = await site.import(byVin(`U1,${third},Kia,Rio,2019,5990,in_stock`), INCREMENTAL);
        expect(added).toMatchObject({ added: 1, changed: 0 });
      });

      it('PLAT-03 finds it for a person by that number, as far as it is one', async () => {
        expect(await named('u1')).toEqual([`vin:${VIN}`]);
        expect(await named(VIN.toLowerCase())).toEqual([`vin:${VIN}`]);
        for (const words of ['U_', 'U%', '%', '"', 'U']) expect(await named(words)).toEqual([]);
        await site.import(byVin('U1,,,,,,deleted'), INCREMENTAL);
        expect(await named('U1')).toEqual([]);
      });
    });

    it('PLAT-03 gives a car its number and withdraws it by that in one feed', async () => {
      await site.import(byVin(`,${VIN},Kia,Rio,2019,9990,in_stock`));
      const gone = await site.import(byVin(known(), 'U1,,,,,,deleted'), INCREMENTAL);
      expect(gone).toMatchObject({ added: 0, removed: 1 });
      expect(await stock()).toEqual([]);
    });

    it('PLAT-03 finds a stock number with quotes, signs and accents in its record', async () => {
      const numbers = ['"Ü 12"/3_%', 'back\\slash'];
      const rows = (with_: boolean) =>
        [VIN, OTHER_VIN].map((vin, at) =>
          JSON.stringify({
            ...{
              ...(with_ && { stocknum: numbers[at] }),
              vin,
              make: 'Kia',
              model: 'Rio',
              year: 2019,
              price: 9990,
            },
          }),
        );
      const ndjson = { feed: { format: 'ndjson' as const } };
      await site.import(rows(false).join('\n'), ndjson);
      await site.import(rows(true).join('\n'), ndjson);
      for (const [at, number] of numbers.entries())
        expect(await vehiclesNamed(site.services.db, site.dealer.slug, number)).toMatchObject([
          { identity: `vin:${[VIN, OTHER_VIN][at]}` },
        ]);
    });

    it('PLAT-03 matches neither of two stored cars with one VIN', async () => {
      await site.import(byVin(known(), known().replace('U1', 'U2')));
      const doubtful = await site.import(byVin(`,${VIN},,,,,deleted`), INCREMENTAL);
      expect(doubtful.removed).toBe(0);
      expect(doubtful.problems).toMatchObject([{ value: VIN, reason: 'doubtful' }]);
    });
  });

  it('PLAT-03 a full feed may also withdraw', async () => {
    await site.import(feedOf(car('A'), car('B')));
    expect(await site.import(feedOf(car('A'), car('B', 1, 'deleted')))).toMatchObject({
      removed: 1,
      skipped: 0,
    });
    expect(await stock()).toEqual([['stock:A', 999_000, 'in_stock']]);
  });

  it('PLAT-03 a change that names neither stock number nor VIN is skipped with the remedy', async () => {
    const summary = await site.import(feedOf(car(''), ',,,,,deleted', car('A')), INCREMENTAL);
    expect(summary).toMatchObject({ stored: 1, skipped: 2, withdrawn: 0 });
    expect(summary.problems).toMatchObject([
      { row: 2, column: 'stocknum', reason: 'missing', remedy: expect.stringContaining('--full') },
      { row: 3, column: 'stocknum', reason: 'missing' },
    ]);
  });

  it('PLAT-03 a feed without changes is valid, one of unreadable rows is not', async () => {
    await site.import(feedOf(...many));
    for (const [format, text] of [
      ['csv', feedOf()],
      ['json', '[]'],
      ['ndjson', ''],
    ] as const) {
      const none = await site.import(text, { feed: { mode: 'incremental', format } });
      expect(none).toMatchObject({ rows: 0, removed: 0 });
      await expect(site.import(text, { feed: { format }, force: true })).rejects.toThrow();
    }
    await expect(site.import(feedOf('A,,,,,'), INCREMENTAL)).rejects.toThrow('none of 1 rows');
    expect(await stock()).toHaveLength(20);
  });

  it('FIN-09 marks all stock when the dealer’s rate has changed', async () => {
    await site.import(feedOf(...many));
    await drainIndexChanges(site.services);
    const dearer = { ...site.dealer.finance, interestRate: site.dealer.finance.interestRate + 1 };
    await site.import(feedOf(car('S1')), { ...INCREMENTAL, dealer: { finance: dearer } });
    expect(await site.services.db.selectFrom('index_changes').selectAll().execute()).toHaveLength(20);
  });

  it('PLAT-03 however changes are split, the stored stock is that of one full import', async () => {
    const change = fc
      .tuple(
        fc.constantFrom('A', 'B', 'C'),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('in_stock', 'sold', 'deleted'),
      )
      .map(([stocknum, price, status]) => car(stocknum, price, status));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 9 }), fc.nat(9), async (rows, at) => {
        for (const slug of ['split', 'whole']) {
          await site.services.db.deleteFrom('vehicles').where('dealer', '=', slug).execute();
        }
        for (const part of [rows.slice(0, at), rows.slice(at)]) {
          await site.import(feedOf(...part), { ...INCREMENTAL, dealer: { slug: 'split' } });
        }
        await site.import(feedOf(...rows), { dealer: { slug: 'whole' }, force: true });
        const of = async (slug: string) =>
          site.services.db
            .selectFrom('vehicles')
            .select(['identity', 'price_cents', 'status', 'slug', 'record'])
            .where('dealer', '=', slug)
            .where('removed_at', 'is', null)
            .orderBy('identity')
            .execute();
        const strip = async (slug: string) => (await of(slug)).map(({ slug: _mark, ...row }) => row);
        expect(await strip('split')).toEqual(await strip('whole'));
      }),
      { numRuns: 25 },
    );
  });
});

describe('rows discarded in favour of another of the same vehicle', () => {
  const discarded = async () =>
    (await history()).filter(({ kind }) => kind === 'duplicate').map(({ after }) => JSON.parse(after ?? ''));

  it('PLAT-03 are in the history with their content, once for each content', async () => {
    const feed = feedOf(car('A', 8000), car('a', 7000), car('A', 9000), car('B'));
    expect(await site.import(feed)).toMatchObject({ stored: 2, skipped: 2 });
    const first = await discarded();
    expect(first).toMatchObject([
      {
        row: 2,
        priceCents: 800_000,
        status: 'in_stock',
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      { row: 3, priceCents: 700_000 },
    ]);
    await site.import(feed);
    expect(await discarded()).toEqual(first);
    await site.import(feed.replace('8000', '8500'));
    expect((await discarded()).map(({ priceCents }) => priceCents)).toEqual([800_000, 700_000, 850_000]);
  });

  it('PLAT-03 of similar cars leave no history, nor does a dry run', async () => {
    await site.import(feedOf(car(''), car('')));
    await site.import(feedOf(car('A', 1), car('A', 2)), { dryRun: true, force: true });
    expect(await history()).toEqual([]);
  });
});

describe('a feed of changes', () => {
  const changes = [
    { stocknum: 'S1', make: 'Kia', model: 'Rio', year: 2019, price: 8990, action: 'U' },
    { stocknum: 'S2', action: 'DEL' },
    { stocknum: 'new', make: 'Kia', model: 'Rio', year: 2020, price: 9990, action: 'A' },
  ];
  const elements = (row: object) =>
    Object.entries(row)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('');
  const table = (delimiter: string) =>
    [
      ['stocknum', 'make', 'model', 'year', 'price', 'action'],
      ...changes.map((row) =>
        ['stocknum', 'make', 'model', 'year', 'price', 'action'].map(
          (name) => row[name as keyof typeof row] ?? '',
        ),
      ),
    ]
      .map((cells) => cells.join(delimiter))
      .join('\n');

  it.each([
    ['csv', table(','), {}],
    ['csv', table('|'), { delimiter: '|' }],
    ['json', JSON.stringify({ changes }), { rows: 'changes' }],
    ['ndjson', changes.map((row) => JSON.stringify(row)).join('\n'), {}],
    ['xml', `<stock>${changes.map((row) => `<car>${elements(row)}</car>`).join('')}</stock>`, {}],
  ] as const)(
    'FEED-20 comes in every format, and removes by the words of its settings: %s',
    async (format, feed, more) => {
      await site.import(feedOf(...many));
      const settings = {
        format,
        delimiter: undefined,
        mode: 'incremental' as const,
        deletes: { column: 'action', words: ['del'] },
        ...more,
      };
      expect(await site.import(feed, { feed: settings })).toMatchObject({
        ...{ rows: 3, added: 1, changed: 1, repriced: 1, removed: 1, withdrawn: 1, skipped: 0, problems: [] },
      });
      expect(await stock()).toHaveLength(20);
    },
  );

  it('FEED-20 whose column of deletions is missing says so', async () => {
    await site.import(feedOf(...many));
    const settings = { format: 'ndjson', mode: 'incremental', delimiter: undefined } as const;
    const deletes = { column: 'Action', words: ['D'] };
    const row = JSON.stringify({ stocknum: 'S1', make: 'Kia', model: 'Rio', year: 2019, Act: 'D' });
    const { problems } = await site.import(row, { feed: { ...settings, deletes } });
    expect(problems).toMatchObject([{ column: 'Action', expected: 'a key of this name in some row' }]);
  });

  it('FEED-20 may be empty in a format that says so, and the stock stays', async () => {
    await site.import(feedOf(...many));
    for (const [format, feed] of [
      ['xml', '<stock/>'],
      ['xml', '<stock></stock>'],
      ['json', '[]'],
      ['ndjson', ''],
      ['csv', 'stocknum,make,model,year,price\n'],
    ] as const) {
      const settings = { format, mode: 'incremental', delimiter: undefined } as const;
      expect(await site.import(feed, { feed: settings }), feed).toMatchObject({ rows: 0, removed: 0 });
    }
  });
});

describe('what is no feed', () => {
  it.each([
    ['xml', '<stock><car><make>Kia</make></car><car>', 'it has not arrived whole'],
    ['xml', '<stock/>', 'no vehicles. Ask the supplier to send the feed again'],
    ['xml', '<error>Quota exceeded</error>', 'a message, not a feed: Quota exceeded'],
    ['json', '{"vehicles":[]}', 'no vehicles. Ask the supplier'],
    ['json', '[{"make":"Kia"', 'not valid JSON'],
    ['csv', '', 'the file is empty'],
    ['xml', '<!doctype html><html><head><title>Gone</title></head>', 'an HTML page ("Gone"), not a feed'],
    [
      'csv',
      '<html><body><form><input type="password"></form></body></html>',
      'a page to sign in, not a feed',
    ],
  ] as const)('FEED-24 changes nothing, and is named: %s %s', async (format, feed, words) => {
    await site.import(feedOf(...many));
    const before = await stock();
    await expect(site.import(feed, { feed: { format, delimiter: undefined } })).rejects.toThrow(words);
    expect(await stock()).toEqual(before);
  });
});

describe('a full feed of which no row is a vehicle', () => {
  it('FEED-24 changes nothing, although one of its rows withdraws a vehicle', async () => {
    await site.import(feedOf(...many.slice(0, 4)));
    const unreadable = ['S0', 'S1', 'S2'].map((stocknum) => `${stocknum},,,,9990,in_stock`);
    await expect(site.import(feedOf(...unreadable, 'other,,,,,deleted'))).rejects.toThrow(
      'none of 4 rows is a vehicle',
    );
    expect(await stock()).toHaveLength(4);
  });
});

describe('a feed of several dealers', () => {
  const rows = [
    'stocknum,make,model,year,price,Yard',
    'S1,Kia,Rio,2019,9990,North',
    'S2,Kia,Rio,2020,9990,south',
    'S3,Kia,Rio,2021,9990,SOUTH',
  ];

  it('FEED-13 is read as far as it is of this dealer, and the report says how many rows are not', async () => {
    const summary = await site.import(rows.join('\n'), { feed: { only: { Yard: ['South'] } } });
    expect(summary).toMatchObject({
      rows: 2,
      added: 2,
      skipped: 0,
      problems: [{ value: '1 rows of others', reason: 'doubtful' }],
    });
  });

  it('FEED-13 of which no row is of this dealer changes nothing', async () => {
    await site.import(rows.join('\n'));
    await expect(site.import(rows.join('\n'), { feed: { only: { Yard: ['West'] } } })).rejects.toThrow(
      'none of 3 rows is of this dealer: no row whose "Yard" is West. Correct "stock.feed.only"',
    );
    expect(await stock()).toHaveLength(3);
  });
});
