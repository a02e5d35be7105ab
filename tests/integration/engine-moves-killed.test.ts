import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { searchInProcess } from '#src/features/search/server/pages/prepare-search.ts';
import { drainIndexChanges, isIndexWorkDue } from '#src/features/stock/server/indexing/index-sync.ts';
import { LEAVING_MS } from '#src/features/stock/server/indexing/move-dealers.ts';
import { LEASE_MS } from '#src/platform/database/with-lease.ts';
import { openServices } from '#src/server/services.ts';
import { type RunningMeilisearch, startMeilisearch } from '../../scripts/programs/meilisearch-program.ts';
import type { MoveTask } from '../fixtures/move-in-process.ts';
import { feedOf, openStockSite } from '../fixtures/stock-site.ts';

const SCRIPT = join(import.meta.dirname, '../fixtures/move-in-process.ts');
const VEHICLES = 40;

let folder: string;
let east: RunningMeilisearch;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-east-'));
  east = await startMeilisearch(folder);
});
afterAll(async () => {
  await east.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function dieMoving(task: MoveTask): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(task)], { stdio: 'inherit' });
  const [, by] = await once(child, 'exit');
  expect(by).toBe('SIGKILL');
}

const MOMENTS: readonly [string, MoveTask['killed']][] = [
  ['before the first vehicle is sent', { call: 'clear', when: 'before' }],
  ['while vehicles are sent', { call: 'upsert', when: 'before' }],
  ['before engine and database are compared', { call: 'upsert', when: 'after' }],
  ['before the dealer is searched there', { call: 'count', when: 'after' }],
  ['before the dealer is removed where it was', 'at the end'],
];

it.each(MOMENTS)(
  'PLAT-52 a move that is killed %s is finished by the next process',
  async (moment, killed) => {
    let now = Date.parse('2026-07-10T02:00:00Z');
    const clock = { now: () => new Date(now) };
    const index = `killed-${MOMENTS.findIndex(([name]) => name === moment)}`;
    const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index };
    const site = await openStockSite(engine, clock, 'mover');
    const env = {
      ...site.services.env,
      MEILI_ENGINES: [{ name: 'east', host: east.host, key: east.key, searchKey: '' }],
    };
    const dealers = [site.dealer, { ...site.dealer, slug: 'neighbour' }];
    const worker = await openServices({ env, dealers, clock });
    const found = async () => {
      const ask = searchInProcess(worker, site.dealer);
      const { results } = await ask([{ indexName: 'vehicles', params: { query: '' } }]);
      return [results[0]?.nbHits, results[0]?.source];
    };
    const rows = Array.from({ length: VEHICLES }, (_, at) => `S${at},Kia,Rio,2020,${10_000 + at},${at}`);
    for (const dealer of dealers) await site.import(feedOf(...rows), { dealer });
    await drainIndexChanges(worker);

    await dieMoving({ env, dealers, at: clock.now().toISOString(), to: 'east', killed });
    await site.import(feedOf(...rows.slice(1)), { dealer: site.dealer });
    await worker.engines.refresh();
    expect(await found()).toEqual([VEHICLES, 'engine']);
    now += LEASE_MS + 1;
    expect(await isIndexWorkDue(worker)).toBe(true);
    for (let round = 0; round < 3; round += 1) {
      await drainIndexChanges(worker);
      expect(await found()).toEqual([VEHICLES - 1, 'engine']);
      now += LEAVING_MS;
    }
    expect(await isIndexWorkDue(worker)).toBe(false);
    expect(worker.engines.placementOf('mover')).toMatchObject({ engine: 'east', moving: undefined });
    expect(await worker.engines.named('east')?.index.count('mover')).toBe(VEHICLES - 1);
    expect(await worker.engines.shared.index.count('mover')).toBe(0);
    expect(await worker.engines.shared.index.count('neighbour')).toBe(VEHICLES);
    await worker.close();
    await site.close();
  },
);
