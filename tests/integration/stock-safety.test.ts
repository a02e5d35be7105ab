import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { importStock } from '#src/features/stock/server/importing/import-stock.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { storedVehicles } from '#src/features/stock/server/queries/import-queries.ts';
import { markForIndex, removeVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { asPostgres } from '../fixtures/postgres-sql.ts';
import { feedOf, openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-safety' };
const clock: Clock = { now: () => new Date('2026-03-01T00:00:00Z') };
let site: StockSite;
let dealers = 0;

beforeEach(async () => {
  dealers += 1;
  site = await openStockSite(engine, clock, `safe-${dealers}`);
  await site.services.index.ensure();
});
afterEach(() => site.close());

const A1 = 'A1,Toyota,Corolla,2021,24990,30000';
const A2 = 'A2,Mazda,CX-5,2020,29990,41000';
const marks = () => site.services.db.selectFrom('index_changes').selectAll().execute();
const present = async () =>
  (
    await site.services.db
      .selectFrom('vehicles')
      .select('identity')
      .where('removed_at', 'is', null)
      .orderBy('identity')
      .execute()
  ).map(({ identity }) => identity);

describe('imports side by side', () => {
  it('PLAT-03 an import never removes vehicles another added after it was planned', async () => {
    await site.import(feedOf(A1, A2));
    const planned = (await Array.fromAsync(storedVehicles(site.services.db, site.dealer.slug))).flat();
    await site.import(feedOf(A1, A2));
    const stale = planned.map(({ run_id }) => run_id);
    const ids = planned.map(({ id }) => id);
    const removed = await removeVehicles(site.services.db, site.dealer.slug, ids, stale, '2026-03-02');
    expect(removed).toBe(0);
    expect(await present()).toEqual(['stock:A1', 'stock:A2']);
  });

  it('PLAT-03 two concurrent imports leave the full stock', async () => {
    await site.import(feedOf(A1, A2));
    await Promise.all([site.import(feedOf(A1, A2)), site.import(feedOf(A1, A2))]);
    expect(await present()).toEqual(['stock:A1', 'stock:A2']);
  });
});

describe('the marks for the index', () => {
  it('PLAT-03 of a dealer whose file is not loaded wait, and its vehicles stay searchable', async () => {
    await site.import(feedOf(A1));
    await drainIndexChanges(site.services);
    const [row] = await site.services.db.selectFrom('vehicles').select(['id', 'dealer']).execute();
    await markForIndex(site.services.db, row ? [row] : []);
    const others = { ...site.services.tenants, all: [{ ...site.dealer, slug: 'someone-else' }] };
    expect(await drainIndexChanges({ ...site.services, tenants: others })).toBe(0);
    expect(await site.services.index.count(site.dealer.slug)).toBe(1);
    expect(await marks()).toHaveLength(1);
  });

  it('PLAT-03 wait if no dealer is loaded; Postgres never gets an empty list', async () => {
    const { db, asked } = asPostgres(site.services.db);
    const tenants = { ...site.services.tenants, all: [] };
    expect(await drainIndexChanges({ ...site.services, db, tenants })).toBe(0);
    expect(asked.join()).not.toContain('in ()');
  });

  it('PLAT-03 set while a vehicle is being sent stay, so that its newer state follows', async () => {
    await site.import(feedOf(A1));
    const { index } = site.services;
    const interrupted = {
      ...index,
      async upsert(documents: Parameters<typeof index.upsert>[0]) {
        const sent = 'length' in documents ? documents : (await Array.fromAsync(documents)).flat();
        await index.upsert(sent);
        if (prices.push(sent[0]?.price) === 1) await site.import(feedOf(A1.replace('24990', '19990')));
      },
    };
    const prices: unknown[] = [];
    await drainIndexChanges({ ...site.services, index: interrupted });
    expect(prices).toEqual([24_990, 19_990]);
    expect(await marks()).toEqual([]);
  });

  it('PLAT-03 outlive a search engine that is unavailable', async () => {
    await site.import(feedOf(A1));
    const away = {
      ...site.services.index,
      upsert: () => Promise.reject(new Error('connection refused')),
    };
    await expect(drainIndexChanges({ ...site.services, index: away })).rejects.toThrow('connection refused');
    expect(await marks()).toHaveLength(1);
    expect(await drainIndexChanges(site.services)).toBe(1);
  });

  it('FIN-09 are set for unchanged vehicles when the dealer’s rate has changed', async () => {
    const feed = feedOf(A1, A2);
    await site.import(feed);
    await drainIndexChanges(site.services);
    await site.import(feed);
    expect(await marks()).toEqual([]);
    const [run] = await site.services.db.selectFrom('import_runs').select('feed').execute();
    const dearer = { ...site.dealer.finance, interestRate: site.dealer.finance.interestRate + 1 };
    await site.import(feed, { dealer: { finance: dearer } });
    expect(await marks()).toHaveLength(2);
    expect(run?.feed).toContain('feed.csv');
  });
});

it('PLAT-03 a dealer without a feed is reported so', async () => {
  const { feed: _none, ...stock } = site.dealer.stock;
  const bare = { ...site.dealer, stock };
  await expect(importStock(site.services, bare, { dealersDir: '.' })).rejects.toThrow(
    'the dealer file has no "stock.feed"',
  );
});

it('PLAT-03 a quote inside a cell is an inch sign, not the end of the feed', async () => {
  const summary = await site.import(
    'stocknum,make,model,year,badge\nA1,Ford,Ranger,2021,XLT 18" wheels\nA2,Ford,Ranger,2021,"XLS 17"" wheels"',
  );
  expect(summary).toMatchObject({ stored: 2, problems: [] });
});

it('PLAT-23 an unknown location is left out and named by its column', async () => {
  const summary = await site.import('stocknum,make,model,year,location_slug\nA1,Kia,Rio,2021,nowhere');
  expect(summary).toMatchObject({
    stored: 1,
    problems: [{ row: 2, column: 'location_slug', value: 'nowhere', skipped: false }],
  });
});
