import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { FeedRefused } from '#src/features/stock/server/importing/import-stock.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import type { ImportTask } from '../fixtures/import-in-process.ts';
import { feedOf, fixtureDealer, openStockSite, PLAIN_FEED, type StockSite } from '../fixtures/stock-site.ts';
import { databasePlace } from '../fixtures/test-database.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-scale' };
const HEADER = 'stocknum,make,model,year,price,km,dealercomments,images';
const COMMENT = 'One owner and full service history. Ready to go. '.repeat(12);
const described = (at: number) =>
  `S${at},Mazda,CX-5,2021,${20_000 + (at % 500)},${50_000 + at},${COMMENT},https://img.example/${at}/1.jpg|https://img.example/${at}/2.jpg`;

describe('in a process of its own', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'forecourt-scale-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function importIn(feed: string, options: { times: number; isKilled?: boolean; heapMb: number }) {
    const file = join(folder, 'feed.csv');
    writeFileSync(file, feed);
    const data = join(folder, 'data');
    const env = {
      ...(await databasePlace(data)),
      FEED_FOLDERS: folder,
      ...{ MEILI_HOST: engine.host, MEILI_KEY: engine.key, MEILI_INDEX: engine.index },
      ...{ SITE_SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent' },
    };
    const { times, isKilled = false, heapMb } = options;
    const listings = fixtureDealer('listings');
    const dealer = { ...listings, stock: { ...listings.stock, feed: { ...PLAIN_FEED, file } } };
    const task: ImportTask = { env: env as NodeJS.ProcessEnv, dealer, times, isKilled };
    const child = spawnSync(
      process.execPath,
      [
        ...[`--max-old-space-size=${heapMb}`, '--max-semi-space-size=2'],
        ...['tests/fixtures/import-in-process.ts', JSON.stringify(task)],
      ],
      { encoding: 'utf8', maxBuffer: 10_000_000 },
    );
    return { ...child, left: readdirSync(data).filter((name) => !name.startsWith('forecourt.db')) };
  }

  it('FEED-25 a large feed is imported twice with a heap that it does not fit into', async () => {
    const rows = Array.from({ length: 12_000 }, (_, at) => described(at));
    const { stdout, stderr, status, left } = await importIn([HEADER, ...rows, ''].join('\n'), {
      ...{ times: 2, heapMb: 64 },
    });
    expect(stderr.slice(0, 500)).toBe('');
    expect(status).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { added: 12_000, changed: 0, unchanged: 0, removed: 0 },
      { added: 0, changed: 0, unchanged: 12_000, removed: 0 },
    ]);
    expect(left).toEqual([]);
  });

  it('FEED-25 an import that is killed leaves no file of its comparison', async () => {
    const killed = await importIn([HEADER, described(1), ''].join('\n'), {
      ...{ times: 1, isKilled: true, heapMb: 200 },
    });
    expect(killed.signal).toBe('SIGKILL');
    expect(killed.left).toEqual([]);
  });
});

/** Files without a name that are still open. */
const comparisons = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const target = readlinkSync(join('/proc/self/fd', name));
      return target.includes('.temporary') ? [target] : [];
    } catch {
      return [];
    }
  });

describe('an import in batches', () => {
  let site: StockSite;
  beforeEach(async () => {
    site = await openStockSite(engine, fixedClock('2026-11-29T00:00:00Z'));
  });
  afterEach(() => site.close());

  const car = (at: number, price = 24_990) => `S${at},Mazda,CX-5,2021,${price},${50_000 + at}`;
  const cars = (from: number, to: number, price?: number) =>
    Array.from({ length: to - from }, (_, at) => car(from + at, price));
  const events = async () => {
    const rows = await site.services.db.selectFrom('vehicle_history').select('kind').execute();
    return Object.fromEntries(
      [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, alike]) => [kind, alike.length]),
    );
  };

  it('FEED-25 finds every vehicle of the stock and of the feed, however many batches they fill', async () => {
    expect(await site.import(feedOf(...cars(0, 1300)))).toMatchObject({ added: 1300, stored: 1300 });
    const next = feedOf(...cars(600, 1300), ...cars(300, 600, 22_990), ...cars(1300, 1900));
    expect(await site.import(next, { force: true })).toMatchObject({
      ...{ added: 600, changed: 300, repriced: 300, unchanged: 700, removed: 300, stored: 1600 },
      refusals: [expect.stringContaining('remove 300 of 1300 vehicles')],
    });
    expect(await events()).toEqual({ price_changed: 300, removed: 300 });
    expect(await site.import(feedOf(...cars(0, 1900)))).toMatchObject({
      ...{ added: 0, returned: 300, repriced: 300, changed: 600, unchanged: 1300, removed: 0 },
    });
  });

  it('FEED-25 reports and records every row that a later one supersedes, once', async () => {
    const twice = feedOf(...cars(0, 700, 25_990), ...cars(0, 700));
    const first = await site.import(twice);
    expect(first).toMatchObject({ rows: 1400, stored: 700, skipped: 700 });
    expect(first.problemKinds).toMatchObject([{ reason: 'duplicate', count: 700, rows: 700 }]);
    expect(first.problems.length).toBeLessThan(700);
    expect(await events()).toEqual({ duplicate: 700 });
    await site.import(twice);
    expect(await events()).toEqual({ duplicate: 700 });
  });

  it.runIf(process.platform === 'linux')(
    'FEED-25 frees the disk after a success, a refusal and a trial',
    async () => {
      const before = comparisons();
      const feed = feedOf(...cars(0, 30));
      (await site.import(feed)).pictured.close();
      (await site.import(feed, { dryRun: true })).pictured.close();
      await expect(site.import(feedOf(car(0)))).rejects.toThrow(FeedRefused);
      await expect(site.import('stocknum\n')).rejects.toThrow('no vehicles');
      expect(comparisons()).toEqual(before);
      expect(readdirSync(site.services.env.DATA_DIR).filter((name) => name.includes('.temporary'))).toEqual(
        [],
      );
    },
  );
});
