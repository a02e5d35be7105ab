import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseLocation } from '#src/config/environment.ts';
import { buildSites } from '#src/publishing/build/build-sites.ts';
import { publishSettings } from '#src/publishing/release/publish-settings.ts';
import { createRandom } from '../demo-stock/random.ts';
import { startLeadReceiver } from './leads/bench-receiver.ts';
import { deliverToFlakyCrm } from './leads/flaky-crm.ts';
import { leadsOnFullDisk } from './leads/full-disk.ts';
import { leadLoad } from './leads/lead-load.ts';
import { LEAD_DEALER, writeLeadDealer } from './leads/lead-server.ts';
import { makeSmallDisk } from './leads/small-disk.ts';
import { type BenchRun, type Measurement, percentile, rowsOf, sized } from './measurement.ts';

const SEED = '2026-07-01';
const FLAKY = { fails: 0.2, losesResponse: 0.1 };
const FULL = { flakyLeads: 1000, load: { perSecond: 100, seconds: 60 } };
const TINY = { flakyLeads: 20, load: { perSecond: 20, seconds: 1 } };
const LONGEST_RESPONSE_MS = 100;
const SMALL_DISK_MB = 6;

type Rig = {
  dist: string;
  dealersDir: string;
  place: DatabaseLocation;
  receiver: Awaited<ReturnType<typeof startLeadReceiver>>;
};
type Part = (rig: Rig, size: typeof FULL) => Promise<Measurement[]>;

const NONE = { atMost: 0 };

const flaky: Part = async ({ dealersDir, place, receiver }, { flakyLeads: leads }) => {
  const row = rowsOf('lead crm');
  const found = await deliverToFlakyCrm({ site: { dealersDir, place }, receiver, leads });
  const of = `20 % 500, 10 % lost answers, worker killed every 0.7 s`;
  return [
    row(`leads the CRM has by key, ${of}`, found.kept, '', { atLeast: found.stored }),
    row(`of leads stored, ${of}`, found.stored, '', { atLeast: leads }),
    row(`leads whose content changed under its key, ${of}`, found.changed, '', NONE),
    row(`leads not known as delivered, ${of}`, found.unsettled, '', NONE),
    row(`"database is locked" in logs, ${of}`, found.locked, '', NONE),
    row(`repeated under their key, ${of}`, found.again),
    row(`kills, ${of}`, found.kills),
  ];
};

const load: Part = async ({ receiver: _, ...site }, { load: rate }) => {
  const row = rowsOf('lead load');
  const { responseMs, refused, lost, locked } = await leadLoad({ site, ...rate });
  const of = `${rate.perSecond} leads a second for ${rate.seconds} s`;
  return [
    row(`p50, ${of}`, percentile(responseMs, 50), 'ms'),
    row(`p99, ${of}`, percentile(responseMs, 99), 'ms', { atMost: LONGEST_RESPONSE_MS }),
    row(`longest, ${of}`, percentile(responseMs, 100), 'ms'),
    row(`refused, ${of}`, refused, '', NONE),
    row(`lost, ${of}`, lost, '', NONE),
    row(`"database is locked" in logs, ${of}`, locked, '', NONE),
  ];
};

const disk: Part = async ({ receiver: _, ...site }) => {
  const row = rowsOf('lead disk');
  const small = makeSmallDisk(SMALL_DISK_MB);
  if (!small) {
    console.log('  skipped: this machine does not allow mounting a small disk');
    return [];
  }
  try {
    const place = { DATA_DIR: small.folder, DATABASE_URL: '' };
    const found = await leadsOnFullDisk({ ...site, place }, small);
    return [
      row(`acknowledged in all`, found.acknowledged, '', { atLeast: 40 }),
      row(`refused while the disk is full`, found.refused, '', { atLeast: 30 }),
      row(`without 503 and the number to call`, found.wordless, '', NONE),
      row(`false successes`, found.falseSuccesses, '', NONE),
      row(`taken again after`, found.recoveredMs, 'ms', { atMost: 10_000 }),
    ];
  } finally {
    small.remove();
  }
};

let sharedDist: string | undefined;

/** All lead benches of a process share one build; each publishes its own settings there. */
async function publishLeadDealer(dealersDir: string): Promise<string> {
  if (sharedDist) {
    publishSettings(dealersDir, sharedDist);
    return sharedDist;
  }
  // Pages are rendered by modules in the output folder, which find their packages from there.
  mkdirSync('.astro', { recursive: true });
  const dist = mkdtempSync(join('.astro', 'bench-leads-'));
  process.once('exit', () => rmSync(dist, { recursive: true, force: true }));
  await buildSites({ dealersDir, slugs: [LEAD_DEALER], outDir: dist });
  sharedDist = dist;
  return dist;
}

/** On SQLite: integration tests do the same, on fewer leads, on Postgres. */
async function onSqlite(
  run: BenchRun,
  part: Part,
  faults = { fails: 0, losesResponse: 0 },
): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-leads-'));
  const receiver = await startLeadReceiver({ ...faults, random: createRandom(SEED).next });
  try {
    const dealersDir = writeLeadDealer(folder, receiver.port);
    const place = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' };
    const rig = { dist: await publishLeadDealer(dealersDir), dealersDir, place, receiver };
    return await part(rig, sized(run, FULL, TINY));
  } finally {
    await receiver.stop();
    // A killed process may still be writing its last file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** A receiver that fails and loses answers while the worker is killed over and over. */
export const benchLeadCrm = (run: BenchRun) => onSqlite(run, flaky, FLAKY);
/** How long a shopper waits while many send. */
export const benchLeadLoad = (run: BenchRun) => onSqlite(run, load);
/** The disk of the database runs full, and is emptied again. */
export const benchLeadDisk = (run: BenchRun) => onSqlite(run, disk);
