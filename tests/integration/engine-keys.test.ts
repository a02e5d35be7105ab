import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Meilisearch } from 'meilisearch';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createEngineKeys } from '#src/features/search/server/engine/engine-keys.ts';
import { searchInProcess } from '#src/features/search/server/pages/prepare-search.ts';
import {
  drainIndexChanges,
  isIndexWorkDue,
  rebuildIndex,
  reportUnwritable,
} from '#src/features/stock/server/indexing/index-sync.ts';
import { copyToEngine } from '#src/features/stock/server/indexing/request-move.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { openServices } from '#src/server/services.ts';
import { type RunningMeilisearch, startMeilisearch } from '../../scripts/programs/meilisearch-program.ts';
import { runEngines } from '../../scripts/stock/engines/run-engines.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { feedOf, openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const clock = fixedClock('2026-07-10T02:00:00Z');
const INDEX = 'engine-keys';
const FEED = feedOf('A1,Toyota,HiLux,2024,49990,9000', 'A2,Mazda,CX-5,2023,35990,21000');
const host = inject('meiliHost');
const masterKey = inject('meiliKey');

let keys: { key: string; searchKey: string };
let folder: string;
let east: RunningMeilisearch;
let site: StockSite;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-east-'));
  east = await startMeilisearch(folder);
  keys = await createEngineKeys({ host, masterKey, index: INDEX });
  site = await openStockSite({ host, key: keys.key, index: INDEX }, clock, 'yard');
});
afterAll(async () => {
  await site.close();
  await east.stop();
  rmSync(folder, { recursive: true, force: true });
});

const found = async (services: StockSite['services']) => {
  const ask = searchInProcess(services, site.dealer);
  const { results } = await ask([{ indexName: 'vehicles', params: { query: '' } }]);
  return [results[0]?.nbHits, results[0]?.source];
};

it('PLAT-56 the key for imports fills, rebuilds and swaps the index and moves a dealer, and opens nothing else', async () => {
  const eastKeys = await createEngineKeys({ host: east.host, masterKey: east.key, index: INDEX });
  const env = {
    ...site.services.env,
    MEILI_ENGINES: [{ name: 'east', host: east.host, ...eastKeys }],
  };
  const services = await openServices({ env, dealers: [site.dealer], clock });
  await site.import(FEED);
  expect(await drainIndexChanges(services)).toBe(2);
  expect(await rebuildIndex(services)).toBe(2);
  expect(await found(services)).toEqual([2, 'engine']);
  await copyToEngine(services, site.dealer, 'east', {});
  await services.engines.check();
  expect(await found(services)).toEqual([2, 'engine']);
  expect(services.engines.named('east')?.breaker.diverted()).toBe(0);
  await services.db.deleteFrom('search_placements').execute();
  await services.close();
  const other = new Meilisearch({ host, apiKey: keys.key });
  await expect(other.getKeys()).rejects.toThrow('invalid');
  await expect(other.createIndex('leads')).rejects.toThrow('invalid');
  await expect(other.index('demo').search('')).rejects.toThrow('authorized indexes');
});

it('PLAT-56 the key for servers searches the index, and can do nothing else', async () => {
  const client = new Meilisearch({ host, apiKey: keys.searchKey });
  const index = client.index(INDEX);
  expect((await index.search('')).hits).toHaveLength(2);
  await expect(index.getDocuments()).rejects.toThrow('invalid');
  await expect(index.deleteAllDocuments()).rejects.toThrow('invalid');
  await expect(index.getSettings()).rejects.toThrow('invalid');
  await expect(client.index('demo').search('')).rejects.toThrow('authorized indexes');
});

it('PLAT-53 a process that only has the search key serves shoppers, says so, and leaves the index to others', async () => {
  let logged = '';
  const env = {
    ...site.services.env,
    ...{ MEILI_KEY: '', MEILI_SEARCH_KEY: keys.searchKey, LOG_LEVEL: 'info' as const },
  };
  const server = await openServices({
    ...{ env, dealers: [site.dealer], clock },
    logTo: {
      write(line) {
        logged += line;
      },
    },
  });
  reportUnwritable(server);
  expect(JSON.parse(logged)).toMatchObject({
    engines: ['shared'],
    msg: expect.stringContaining('no key to write'),
  });
  expect(await found(server)).toEqual([2, 'engine']);
  await site.import(`${FEED}\nA3,Toyota,Corolla,2022,25000,30000`, { into: server });
  expect(await isIndexWorkDue(server)).toBe(false);
  expect(await drainIndexChanges(server)).toBe(0);
  expect(await found(server)).toEqual([2, 'engine']);
  expect(await isIndexWorkDue(site.services)).toBe(true);
  expect(await drainIndexChanges(site.services)).toBe(1);
  expect(await found(server)).toEqual([3, 'engine']);
  await server.close();
});

it('PLAT-53 with both keys searches use the one that only searches', async () => {
  const env = { ...site.services.env, MEILI_SEARCH_KEY: 'none that is valid' };
  const services = await openServices({ env, dealers: [site.dealer], clock });
  expect(await found(services)).toEqual([3, 'database']);
  expect(await services.index.count(site.dealer.slug)).toBe(3);
  await services.close();
});

const ENV = { MEILI_HOST: host, MEILI_INDEX: INDEX, MEILI_MASTER_KEY: masterKey };

it('PLAT-56 the command prints the variables of both keys, the same each time', async () => {
  const shared = await runCommand(runEngines, ['keys'], ENV);
  expect(shared).toMatchObject({
    code: 0,
    out: `MEILI_SEARCH_KEY=${keys.searchKey}\nMEILI_KEY=${keys.key}\n`,
  });
  const named = await runCommand(runEngines, ['keys', 'south-east'], {
    ...ENV,
    MEILI_ENGINES: `south-east=${east.host}`,
    MEILI_MASTER_KEY: east.key,
  });
  expect(named.out).toMatch(/^MEILI_SEARCH_KEY_SOUTH_EAST=\w{64}\nMEILI_KEY_SOUTH_EAST=\w{64}\n$/);
});

it.each([
  ['without a master key', { ...ENV, MEILI_MASTER_KEY: '' }, ['keys'], 'Set MEILI_MASTER_KEY'],
  ['with a wrong one', { ...ENV, MEILI_MASTER_KEY: 'hunter2hunter2' }, ['keys'], 'API key is invalid'],
  ['for an engine that is not named', ENV, ['keys', 'west'], 'no engine "west" in MEILI_ENGINES'],
])('PLAT-56 no key is created %s', async (_, env, args, reason) => {
  const ended = await runCommand(runEngines, args, env);
  expect(ended).toMatchObject({ out: '', err: expect.stringContaining(reason) });
  expect(ended.code).toBeGreaterThan(0);
  expect(ended.err).not.toContain('hunter2');
});
