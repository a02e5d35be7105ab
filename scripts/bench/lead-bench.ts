import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSites } from '#src/publishing/build/build-sites.ts';
import { publishSettings } from '#src/publishing/release/publish-settings.ts';
import { createRandom } from '../demo-stock/random.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { crashRounds } from './leads/crash-rounds.ts';
import { deliverToFlakyCrm } from './leads/flaky-crm.ts';
import { leadsOnFullDisk } from './leads/full-disk.ts';
import { LEAD_DEALER, writeLeadDealer } from './leads/lead-dealer.ts';
import { enginesOf, type LeadEngine } from './leads/lead-engines.ts';
import { leadLoad } from './leads/lead-load.ts';
import { startLeadReceiver } from './leads/lead-receiver.ts';
import { makeSmallDisk } from './leads/small-disk.ts';
import { type Measurement, percentile } from './measurement.ts';

const SEED = '2026-07-01';
const FLAKY = { fails: 0.2, losesResponse: 0.1 };
const FULL = { crashRounds: 100, flakyLeads: 1000, load: { perSecond: 100, seconds: 60 } };
const TINY = { crashRounds: 1, flakyLeads: 20, load: { perSecond: 20, seconds: 1 } };
const LONGEST_RESPONSE_MS = 100;
const SMALL_DISK_MB = { SQLite: 6, Postgres: 24 };

type Rig = { dist: string; dealersDir: string; receiver: Awaited<ReturnType<typeof startLeadReceiver>> };
type Part = (engine: LeadEngine, rig: Rig, size: typeof FULL) => Promise<Measurement[]>;

const figure = (
  area: string,
  name: string,
  value: number,
  goal?: Measurement['goal'],
  unit = '',
): Measurement => ({ area, figure: name, value, unit, ...(goal && { goal }) });
const NONE = { atMost: 0 };

const crash: Part = async (engine, { receiver: _, ...site }, { crashRounds: rounds }) => {
  const rows: Measurement[] = [];
  for (const processes of [1, 2]) {
    const place = await engine.freshPlace();
    const found = await crashRounds({
      site: { ...site, place },
      rounds,
      processes,
      seed: `${SEED} ${processes}`,
      database: engine.cluster,
    });
    const of = `${rounds} × kill -9, ${engine.name}, ${processes} process(es)`;
    rows.push(
      figure('lead crash', `acknowledged leads, ${of}`, found.acknowledged),
      figure('lead crash', `acknowledged leads lost, ${of}`, found.lost, NONE),
      figure('lead crash', `leads without a delivery, ${of}`, found.unrouted, NONE),
      figure('lead crash', `"database is locked" in logs, ${of}`, found.locked, NONE),
      figure('lead crash', `leads refused before the kill, ${of}`, found.refused, NONE),
    );
  }
  return rows;
};

const flaky: Part = async (engine, { dealersDir, receiver }, { flakyLeads: leads }) => {
  const place = await engine.freshPlace();
  const found = await deliverToFlakyCrm({ site: { dealersDir, place }, receiver, leads });
  const of = `20 % 500, 10 % lost answers, worker killed every 0.7 s, ${engine.name}`;
  return [
    figure('lead crm', `leads the CRM has by key, ${of}`, found.kept, { atLeast: found.stored }),
    figure('lead crm', `of leads stored, ${of}`, found.stored, { atLeast: leads }),
    figure('lead crm', `leads whose content changed under its key, ${of}`, found.changed, NONE),
    figure('lead crm', `leads not known as delivered, ${of}`, found.unsettled, NONE),
    figure('lead crm', `"database is locked" in logs, ${of}`, found.locked, NONE),
    figure('lead crm', `repeated under their key, ${of}`, found.again),
    figure('lead crm', `kills, ${of}`, found.kills),
  ];
};

const load: Part = async (engine, { receiver: _, ...site }, { load: rate }) => {
  const place = await engine.freshPlace();
  const { responseMs, refused, lost, locked } = await leadLoad({ site: { ...site, place }, ...rate });
  const of = `${rate.perSecond} leads a second for ${rate.seconds} s, ${engine.name}`;
  return [
    figure('lead load', `p50, ${of}`, percentile(responseMs, 50), undefined, 'ms'),
    figure('lead load', `p99, ${of}`, percentile(responseMs, 99), { atMost: LONGEST_RESPONSE_MS }, 'ms'),
    figure('lead load', `longest, ${of}`, percentile(responseMs, 100), undefined, 'ms'),
    figure('lead load', `refused, ${of}`, refused, NONE),
    figure('lead load', `lost, ${of}`, lost, NONE),
    figure('lead load', `"database is locked" in logs, ${of}`, locked, NONE),
  ];
};

const disk: Part = async (engine, { receiver: _, ...site }) => {
  const small = makeSmallDisk(SMALL_DISK_MB[engine.name as keyof typeof SMALL_DISK_MB], engine.owner);
  if (!small) {
    console.log('  skipped: this machine does not allow mounting a small disk');
    return [];
  }
  try {
    const place = await engine.placeIn(small.folder);
    const found = await leadsOnFullDisk({ ...site, place }, small);
    return [
      figure('lead disk', `acknowledged in all, ${engine.name}`, found.acknowledged, { atLeast: 40 }),
      figure('lead disk', `refused while the disk is full, ${engine.name}`, found.refused, { atLeast: 30 }),
      figure('lead disk', `without 503 and the number to call, ${engine.name}`, found.wordless, NONE),
      figure('lead disk', `false successes, ${engine.name}`, found.falseSuccesses, NONE),
      figure('lead disk', `taken again after, ${engine.name}`, found.recoveredMs, { atMost: 10_000 }, 'ms'),
    ];
  } finally {
    await engine.stop();
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

async function onEngines(
  run: BenchRun,
  part: Part,
  faults = { fails: 0, losesResponse: 0 },
): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-leads-'));
  const rows: Measurement[] = [];
  try {
    for (const open of enginesOf(run)) {
      const receiver = await startLeadReceiver({ ...faults, random: createRandom(SEED).next });
      const dealersDir = writeLeadDealer(mkdtempSync(join(folder, 'dealers-')), receiver.port);
      const dist = await publishLeadDealer(dealersDir);
      const engine = await open();
      try {
        rows.push(...(await part(engine, { dist, dealersDir, receiver }, sized(run, FULL, TINY))));
      } finally {
        await engine.stop();
        await receiver.stop();
      }
    }
    return rows;
  } finally {
    // A killed process may still be writing its last file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/**
 * Servers killed with -9 under load, one process and two: every acknowledged lead must be stored, with its delivery.
 */
export const benchLeadCrash = (run: BenchRun) => onEngines(run, crash);
/** A receiver that fails and loses answers while the worker is killed over and over. */
export const benchLeadCrm = (run: BenchRun) => onEngines(run, flaky, FLAKY);
/** How long a shopper waits while many send. */
export const benchLeadLoad = (run: BenchRun) => onEngines(run, load);
/** The disk of the database runs full, and is emptied again. */
export const benchLeadDisk = (run: BenchRun) => onEngines(run, disk);
