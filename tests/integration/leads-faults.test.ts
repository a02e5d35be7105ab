import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLeadReceiver } from '../../scripts/bench/leads/bench-receiver.ts';
import { deliverToFlakyCrm } from '../../scripts/bench/leads/flaky-crm.ts';
import { leadsOnFullDisk } from '../../scripts/bench/leads/full-disk.ts';
import { leadLoad, WARM_UP_LEADS } from '../../scripts/bench/leads/lead-load.ts';
import { writeLeadDealer } from '../../scripts/bench/leads/lead-server.ts';
import { makeSmallDisk } from '../../scripts/bench/leads/small-disk.ts';
import { createRandom } from '../../scripts/demo-stock/random.ts';
import { IS_FULL } from '../extent.ts';
import { crashRounds } from '../fixtures/crash-rounds.ts';
import { type LeadEngine, postgresEngine, sqliteEngine } from '../fixtures/lead-engines.ts';
import { buildForTest } from '../fixtures/lead-site.ts';
import { ENGINE } from '../fixtures/test-database.ts';

/** A share of what the bench does. */
const ROUNDS = IS_FULL ? 5 : 2;
const LEADS = IS_FULL ? 50 : 20;
const SMALL_DISK_MB = ENGINE === 'sqlite' ? 6 : 24;

const folder = mkdtempSync(join(tmpdir(), 'forecourt-faults-'));
let engine: LeadEngine;
let receiver: Awaited<ReturnType<typeof startLeadReceiver>>;
let site: { dist: string; dealersDir: string };

beforeAll(async () => {
  // Not that of the other tests: these commits have to be on disk.
  engine = ENGINE === 'sqlite' ? sqliteEngine() : await postgresEngine();
  receiver = await startLeadReceiver({ fails: 0.2, losesResponse: 0.1, random: createRandom('faults').next });
  const { outDir: dist } = await buildForTest();
  site = { dist, dealersDir: writeLeadDealer(folder, receiver.port) };
});
afterAll(async () => {
  await receiver.stop();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.each(IS_FULL ? [1, 2] : [2])(
  'FORM-11 no lead that was acknowledged is lost to kill -9 of %i process(es)',
  async (processes) => {
    const found = await crashRounds({
      site: { ...site, place: await engine.freshPlace() },
      rounds: ROUNDS,
      processes,
      seed: `${processes}`,
      database: engine.cluster,
      databaseKilledEvery: 2,
    });
    expect(found).toMatchObject({ lost: 0, unrouted: 0, locked: 0, refused: 0 });
    expect(found.acknowledged).toBeGreaterThanOrEqual(ROUNDS);
  },
);

it('FORM-11 a receiver that fails and loses responses gets each lead under one key, although the worker is killed repeatedly', async () => {
  const place = await engine.freshPlace();
  const found = await deliverToFlakyCrm({ site: { ...site, place }, receiver, leads: LEADS });
  expect(found).toMatchObject({ stored: LEADS, kept: LEADS, changed: 0, unsettled: 0, locked: 0 });
  expect(found.kills).toBeGreaterThan(0);
});

// On a busy machine some are refused at first: the bench measures a server's capacity.
it('FORM-11 a hundred leads a second are all taken, and each is stored once', async () => {
  const place = await engine.freshPlace();
  const found = await leadLoad({ site: { ...site, place }, perSecond: 100, seconds: 3 });
  expect(found).toMatchObject({ lost: 0, locked: 0, stored: WARM_UP_LEADS + 300 });
  expect(found.responseMs).toHaveLength(300);
});

it('FORM-11 on a full disk no lead is acknowledged, the number to call is shown, and it recovers without help', async ({
  skip,
}) => {
  const disk = makeSmallDisk(SMALL_DISK_MB, engine.owner);
  if (!disk) return skip('this machine does not allow mounting a small disk');
  try {
    const found = await leadsOnFullDisk({ ...site, place: await engine.placeIn(disk.folder) }, disk);
    expect(found).toMatchObject({ wordless: 0, falseSuccesses: 0 });
    expect(found.refused).toBeGreaterThan(0);
    expect(found.recoveredMs).not.toBeNaN();
  } finally {
    await engine.stop();
    disk.remove();
  }
});
