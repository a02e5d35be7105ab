import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { searchInProcess } from '#src/features/search/server/pages/prepare-search.ts';
import { drainIndexChanges, isIndexWorkDue } from '#src/features/stock/server/indexing/index-sync.ts';
import { LEAVING_MS } from '#src/features/stock/server/indexing/move-dealers.ts';
import { copyToEngine } from '#src/features/stock/server/indexing/request-move.ts';
import { followStock } from '#src/features/stock/server/indexing/stock-watch.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { type RunningMeilisearch, startMeilisearch } from '../../scripts/programs/meilisearch-program.ts';
import { feedOf, openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const INDEX = 'engine-moves';
const FIRST_DAY = Date.parse('2026-07-10T02:00:00Z');
const VEHICLES = 300;

let folder: string;
let east: RunningMeilisearch;
let site: StockSite;
let now = FIRST_DAY;
const clock = { now: () => new Date(now) };
/** Another process with the same database. */
let server: Services;
let mover: DealerConfig;
let neighbour: DealerConfig;

const engines = () => [{ name: 'east', host: east.host, key: east.key, searchKey: '' }];

const feed = (count: number, from = 0) =>
  feedOf(...Array.from({ length: count }, (_, at) => `S${at + from},Kia,Rio,2020,${10_000 + at},${at}`));

const open = (): Promise<Services> =>
  openServices({
    env: { ...site.services.env, MEILI_ENGINES: engines() },
    dealers: [mover, neighbour],
    clock,
  });

const ASKED = [{ indexName: 'vehicles', params: { query: '' } }];
async function found(services: Services, dealer: DealerConfig) {
  const { results } = await searchInProcess(services, dealer)(ASKED);
  return { hits: results[0]?.nbHits, source: results[0]?.source };
}
const countOn = (services: Services, engine: string, dealer: DealerConfig) =>
  services.engines.named(engine)?.index.count(dealer.slug);

const settle = async (services: Services) => {
  now += LEAVING_MS;
  await drainIndexChanges(services);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-east-'));
  east = await startMeilisearch(folder);
});
afterAll(async () => {
  await east.stop();
  rmSync(folder, { recursive: true, force: true });
});

let tests = 0;
beforeEach(async () => {
  tests += 1;
  now = FIRST_DAY;
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: `${INDEX}-${tests}` };
  site = await openStockSite(engine, clock, 'mover');
  mover = site.dealer;
  neighbour = { ...mover, slug: 'neighbour' };
  site.services.tenants.replace({ dealers: [mover, neighbour], leftOut: [] });
  server = await open();
  for (const dealer of [mover, neighbour]) await site.import(feed(VEHICLES), { dealer });
  await drainIndexChanges(server);
  return async () => {
    await server.close();
    await site.close();
  };
});

it('PLAT-51 a dealer is moved to another engine and back, and no search lacks a vehicle meanwhile', async () => {
  const shopper = await open();
  const watch = await followStock(shopper);
  const seen = new Map<string, number>();
  let isOver = false;
  const searching = (async () => {
    while (!isOver) {
      const { hits, source } = await found(shopper, mover);
      const key = `${hits} by the ${source}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      await pause(5);
    }
  })();
  for (const [to, from] of [
    ['east', 'shared'],
    ['shared', 'east'],
  ] as const) {
    expect(await copyToEngine(server, mover, to, {})).toBe(true);
    expect([await countOn(server, to, mover), await countOn(server, from, mover)]).toEqual([
      VEHICLES,
      VEHICLES,
    ]);
    await expect.poll(() => shopper.engines.placementOf(mover.slug).engine, { timeout: 2000 }).toBe(to);
    now += LEAVING_MS - 1;
    await drainIndexChanges(server);
    expect(await countOn(server, from, mover)).toBe(VEHICLES);
    await settle(server);
    expect(await countOn(server, from, mover)).toBe(0);
    expect(await isIndexWorkDue(server)).toBe(false);
  }
  isOver = true;
  await searching;
  expect([...seen.keys()]).toEqual([`${VEHICLES} by the engine`]);
  expect(seen.get(`${VEHICLES} by the engine`)).toBeGreaterThan(100);
  expect(await countOn(server, 'shared', neighbour)).toBe(VEHICLES);
  await watch.stop();
  await shopper.close();
});

it('PLAT-50 a process follows a changed placement within two seconds, and searches that engine alone', async () => {
  const shopper = await open();
  const watch = await followStock(shopper);
  await copyToEngine(server, mover, 'east', {});
  await expect
    .poll(() => shopper.engines.inUse([mover]).find(({ dealers }) => dealers.length > 0)?.engine.name, {
      timeout: 2000,
    })
    .toBe('east');
  await server.engines.named('shared')?.index.clear(mover.slug);
  expect(await found(shopper, mover)).toEqual({ hits: VEHICLES, source: 'engine' });
  await server.engines.named('east')?.index.clear(mover.slug);
  expect(await found(shopper, mover)).toEqual({ hits: 0, source: 'engine' });
  expect(await found(shopper, neighbour)).toEqual({ hits: VEHICLES, source: 'engine' });
  await watch.stop();
  await shopper.close();
});

it('PLAT-51 what is imported while a dealer moves reaches both engines', async () => {
  await copyToEngine(server, mover, 'east', {});
  const both = async () => [await countOn(server, 'shared', mover), await countOn(server, 'east', mover)];
  expect(await both()).toEqual([VEHICLES, VEHICLES]);
  await site.import(feed(VEHICLES + 5), { dealer: mover });
  await drainIndexChanges(server);
  await drainIndexChanges(server);
  expect(await both()).toEqual([VEHICLES + 5, VEHICLES + 5]);
  await site.import(feed(VEHICLES), { dealer: mover, force: true });
  await drainIndexChanges(server);
  await drainIndexChanges(server);
  expect(await both()).toEqual([VEHICLES, VEHICLES]);
});

it('PLAT-51 what was imported by a process that has not followed reaches the new engine', async () => {
  const late = await open();
  // It believes that the dealer is where it was, and holds what it read before.
  const refresh = late.engines.refresh;
  Object.assign(late.engines, { refresh: async () => {} });
  await copyToEngine(server, mover, 'east', {});
  await site.import(feed(VEHICLES + 5), { dealer: mover });
  await drainIndexChanges(late);
  expect(await countOn(server, 'east', mover)).toBe(VEHICLES);
  await drainIndexChanges(server);
  expect(await countOn(server, 'east', mover)).toBe(VEHICLES + 5);
  Object.assign(late.engines, { refresh });
  await late.close();
});

/** The next call waits with what it sends, as of a process that is frozen just before it. */
function freeze(services: Services, engine: string, call: 'clear' | 'upsert') {
  const index = services.engines.named(engine)?.index;
  if (!index) throw new Error('There is no such engine');
  const { [call]: original } = index;
  const [frozen, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const later = async (argument: string | AsyncIterable<readonly unknown[]>) => {
    index[call] = original as never;
    const read = typeof argument === 'string' ? argument : (await Array.fromAsync(argument)).flat();
    frozen.resolve();
    await goesOn.promise;
    await original.call(index, read as never);
  };
  index[call] = later as never;
  return { isFrozen: frozen.promise, goOn: goesOn.resolve };
}

const expireLeases = () => server.db.updateTable('leases').set({ until: '' }).execute();

const pricesOn = async (engine: string) => {
  const rows = await server.db.selectFrom('vehicles').select('id').where('dealer', '=', mover.slug).execute();
  const documents = await server.engines.named(engine)?.index.documents(rows.map(({ id }) => id));
  return new Set(documents?.map(({ price }) => price));
};
const priced = (price: number) => feedOf(...[1, 2, 3].map((at) => `S${at},Kia,Rio,2020,${price},${at}`));

it('PLAT-51 a process that was frozen while it handed vehicles over leaves no older ones on the new engine', async () => {
  await site.import(priced(10_000), { dealer: mover, force: true });
  await drainIndexChanges(server);
  await copyToEngine(server, mover, 'east', {});
  const former = await open();
  await site.import(priced(11_000), { dealer: mover });
  await drainIndexChanges(server, { only: ['east'] });
  const { isFrozen, goOn } = freeze(former, 'shared', 'upsert');
  const late = drainIndexChanges(former, { only: ['shared'] });
  await isFrozen;
  await site.import(priced(12_000), { dealer: mover });
  await expireLeases();
  await drainIndexChanges(server);
  await drainIndexChanges(server);
  expect(await pricesOn('shared')).toEqual(new Set([12_000]));
  goOn();
  await late;
  expect(await pricesOn('shared')).toEqual(new Set([12_000]));
  await former.close();
});

it('PLAT-51 a process that was frozen before it emptied the new engine leaves no search that lacks a vehicle', async () => {
  const { isFrozen, goOn } = freeze(server, 'east', 'clear');
  const late = copyToEngine(server, mover, 'east', {});
  await isFrozen;
  const other = await open();
  await expireLeases();
  await drainIndexChanges(other);
  await other.engines.refresh();
  expect(other.engines.placementOf(mover.slug).engine).toBe('east');
  goOn();
  await late;
  expect(await countOn(server, 'east', mover)).toBe(VEHICLES);
  await other.close();
});

it('PLAT-51 a dealer is not searched on an engine that lacks vehicles of it', async () => {
  const index = server.engines.named('east')?.index;
  if (!index) throw new Error('There is no such engine');
  const { upsert } = index;
  index.upsert = async (documents) => {
    const all = Symbol.asyncIterator in documents ? documents : [documents];
    for await (const batch of all) await upsert(batch.slice(1));
  };
  await expect(copyToEngine(server, mover, 'east', {})).rejects.toThrow(
    `"mover" is not complete on the engine "east" (${VEHICLES - 1} of ${VEHICLES} vehicles are on it)`,
  );
  expect(server.engines.placementOf(mover.slug).engine).toBe('shared');
  index.upsert = upsert;
  await drainIndexChanges(server);
  await server.engines.refresh();
  expect(server.engines.placementOf(mover.slug).engine).toBe('east');
  expect(await found(server, mover)).toEqual({ hits: VEHICLES, source: 'engine' });
});

it('PLAT-51 sold vehicles that an earlier move left on an engine are not found after the next', async () => {
  await copyToEngine(server, mover, 'east', {});
  await settle(server);
  await copyToEngine(server, mover, 'shared', {});
  const [document] = await (server.engines
    .named('shared')
    ?.index.documents(
      (await server.db.selectFrom('vehicles').select('id').where('dealer', '=', mover.slug).execute()).map(
        ({ id }) => id,
      ),
    ) ?? []);
  await settle(server);
  if (document) await server.engines.named('east')?.index.upsert([{ ...document, id: 'sold' }]);
  expect(await countOn(server, 'east', mover)).toBe(1);
  await copyToEngine(server, mover, 'east', {});
  expect(await found(server, mover)).toEqual({ hits: VEHICLES, source: 'engine' });
});

it('PLAT-51 a dealer leaves an engine that does not respond, and is removed there once it is back', async () => {
  await copyToEngine(server, mover, 'east', {});
  await settle(server);
  const broken = [{ name: 'east', host: 'http://127.0.0.1:9', key: 'any', searchKey: '' }];
  const env = { ...server.env, MEILI_ENGINES: broken };
  const without = await openServices({ env, dealers: [mover, neighbour], clock });
  await site.import(feed(VEHICLES + 5), { dealer: mover });
  await copyToEngine(without, mover, 'shared', {});
  expect(await found(without, mover)).toEqual({ hits: VEHICLES + 5, source: 'engine' });
  now += LEAVING_MS;
  await expect(drainIndexChanges(without)).rejects.toThrow('"east" in MEILI_ENGINES');
  expect(await countOn(server, 'east', mover)).toBe(VEHICLES);
  await drainIndexChanges(server);
  expect(await countOn(server, 'east', mover)).toBe(0);
  await without.close();
});

it('PLAT-51 a dealer that was leaving an engine which was then taken out waits for nothing', async () => {
  await copyToEngine(server, mover, 'east', {});
  await settle(server);
  await copyToEngine(server, mover, 'shared', {});
  const without = await openServices({ env: site.services.env, dealers: [mover, neighbour], clock });
  await site.import(feed(VEHICLES + 5), { dealer: mover });
  await drainIndexChanges(without);
  const copies = () => server.db.selectFrom('search_copies').select('dealer').execute();
  expect(await copies()).toHaveLength(5);
  now += LEAVING_MS;
  await site.import(feed(VEHICLES + 6), { dealer: mover });
  await drainIndexChanges(without);
  expect(await copies()).toEqual([]);
  await without.engines.refresh();
  expect(without.engines.placementOf(mover.slug)).toMatchObject({ engine: 'shared', moving: undefined });
  expect(await found(without, mover)).toEqual({ hits: VEHICLES + 6, source: 'engine' });
  await without.close();
});

it('PLAT-51 a move that has not ended is called off by moving the dealer to where it is', async () => {
  await site.services.db
    .insertInto('search_placements')
    .values({
      ...{ dealer: mover.slug, engine: 'shared', other_engine: 'east', state: 'copying' },
      changed_at: clock.now().toISOString(),
    })
    .execute();
  const ending = copyToEngine(server, mover, 'shared', {});
  await pause(100);
  now += LEAVING_MS;
  expect(await ending).toBe(false);
  expect(server.engines.placementOf(mover.slug)).toMatchObject({ engine: 'shared', moving: undefined });
  expect(await countOn(server, 'shared', mover)).toBe(VEHICLES);
});

it('PLAT-50 a dealer on an engine that the environment does not name is searched in the database', async () => {
  await copyToEngine(server, mover, 'east', {});
  await settle(server);
  const without = await openServices({ env: site.services.env, dealers: [mover, neighbour], clock });
  expect(await found(without, mover)).toEqual({ hits: VEHICLES, source: 'database' });
  expect(await found(without, neighbour)).toEqual({ hits: VEHICLES, source: 'engine' });
  await site.import(feed(VEHICLES + 1), { dealer: mover });
  await drainIndexChanges(without);
  expect(await countOn(server, 'east', mover)).toBe(VEHICLES);
  await drainIndexChanges(server);
  expect(await countOn(server, 'east', mover)).toBe(VEHICLES + 1);
  await without.close();
});

it('PLAT-50 the first import of a dealer puts it on MEILI_NEW_DEALERS, and no later one moves it', async () => {
  const newcomer = { ...mover, slug: 'newcomer' };
  const env = { ...server.env, MEILI_NEW_DEALERS: 'east' };
  const dealers = [mover, neighbour, newcomer];
  const importing = await openServices({ env, dealers, clock });
  for (const dealer of [newcomer, neighbour])
    await site.import(feed(20), { dealer, into: importing, force: true });
  await drainIndexChanges(importing);
  expect(await countOn(importing, 'east', newcomer)).toBe(20);
  expect(await countOn(importing, 'shared', newcomer)).toBe(0);
  expect(await countOn(importing, 'shared', neighbour)).toBe(20);
  expect(await found(importing, newcomer)).toEqual({ hits: 20, source: 'engine' });
  await importing.close();
});
