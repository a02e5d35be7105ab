import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { childrenOf } from '../../programs/process-group.ts';
import { ownMegabytes } from '../attack/process-figures.ts';
import { type Measurement, rowsOf } from '../measurement.ts';
import { ask } from './ask.ts';
import { pathsOf } from './endurance.ts';
import { addMachine, type Fleet, openFleet, stocked } from './fleet.ts';
import { slugOf } from './fleet-dealers.ts';

const CLOCK_TICKS = 100;

const BYTES_PER_MB = 1_000_000;
/** In `/proc/<pid>/stat`, after the name: own time, then that of processes it has started and that have ended. */
const CPU_FIELDS = [11, 12, 13, 14];

/** Seconds of processor time of a process, its threads and all that it has started. Linux only. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const own = CPU_FIELDS.reduce((sum, at) => sum + Number(fields[at]), 0) / CLOCK_TICKS;
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own);
}

/** Processor time of a request, by one server alone and by all of them. */
export async function measureThroughput(fleet: Fleet, requests: number): Promise<Measurement[]> {
  const row = rowsOf('machines');
  const paths = await pathsOf(fleet);
  const spent = async (ports: readonly number[]) => {
    const members = fleet.serves.filter(({ port }) => ports.includes(port));
    const all = () => members.reduce((sum, machine) => sum + cpuSeconds(machine.pid()), 0);
    const visit = (n: number) =>
      ask(ports[n % ports.length] ?? 0, `${paths[n % paths.length]}`, {
        headers: { 'accept-encoding': 'br' },
      });
    for (let n = 0; n < paths.length * ports.length * 2; n += 1) await visit(n);
    const before = all();
    for (let n = 0; n < requests; n += 4) await Promise.all([n, n + 1, n + 2, n + 3].map(visit));
    return ((all() - before) / requests) * 1000;
  };
  const ports = fleet.serves.map(({ port }) => port);
  const one = await spent(ports.slice(0, 1));
  const three = await spent(ports);
  return [
    row('processor time a request, one server', one, 'ms'),
    row('the same of all servers, beside one', (three / one - 1) * 100, '%', { atMost: 10 }),
  ];
}

/** From the start of a fresh machine to its readiness, and its first pages. */
export async function measureStart(fleet: Fleet, dealers: number): Promise<Measurement[]> {
  const row = rowsOf('machines');
  const fresh = await addMachine(fleet, 'serve', `fresh-${dealers}`);
  try {
    const ms = await fresh.start();
    const first = await ask(fresh.port, '/about-us', { dealer: dealers - 1 });
    if (first.status !== 200) throw new Error(`The first page of a fresh server: ${first.status}`);
    return [
      row(`start of a fresh server to ready, ${dealers} dealers`, ms / 1000, 's', { atMost: 10 }),
      row(`its first page, of a dealer not fetched yet, ${dealers} dealers`, first.ms, 'ms'),
      row(`its memory, ${dealers} dealers`, ownMegabytes(fresh.pid()), 'MB'),
    ];
  } finally {
    await fresh.kill();
  }
}

/** Megabytes that the engines hold: database, search and object store. */
async function storedMegabytes({ services, engines }: Fleet) {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    services.db,
  );
  const [shared] = engines;
  const stats = await fetch(`${shared?.host}/stats`, {
    headers: { authorization: `Bearer ${shared?.key}` },
  }).then((response) => response.json() as Promise<{ databaseSize: number }>);
  const files = (await services.storage?.list('releases/')) ?? [];
  return {
    database: Number(rows[0]?.bytes) / BYTES_PER_MB,
    index: stats.databaseSize / BYTES_PER_MB,
    releases: files.reduce((sum, { bytes }) => sum + bytes, 0) / BYTES_PER_MB,
  };
}

/** A fleet of a size: build, one changed, imports of all, what the engines hold, a fresh server. */
export async function measureSize(dealers: number, vehicles: number): Promise<Measurement[]> {
  const row = rowsOf('machines');
  const fleet = await openFleet({ dealers, vehicles, serves: 0, workers: 1 });
  try {
    const figures = join(fleet.folder, 'build.json');
    const built = await fleet.run('scripts/build.ts', '--all', '--json', figures);
    const { processCpuSeconds } = JSON.parse(readFileSync(figures, 'utf8')) as { processCpuSeconds: number };
    const file = join(fleet.dealersDir, `${slugOf(0)}.json`);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), name: 'Fleet Changed' }));
    const changed = await fleet.run('scripts/build.ts', '--all');
    const importing = performance.now();
    const [worker] = fleet.workers;
    await worker?.start();
    await stocked(fleet, vehicles);
    const importSeconds = (performance.now() - importing) / 1000;
    const importCpu = cpuSeconds(worker?.pid() ?? 0);
    const stored = await storedMegabytes(fleet);
    await worker?.stop();
    const of = `${dealers} dealers of ${vehicles} vehicles`;
    return [
      row(`build --all, ${of}`, built.seconds, 's'),
      row(`processor time of that, a dealer, ${of}`, processCpuSeconds / dealers, 's'),
      row(`build --all with one changed, ${of}`, changed.seconds, 's'),
      row(`import and index of all, ${of}`, importSeconds, 's'),
      row(`processor time of the worker for that, a dealer, ${of}`, importCpu / dealers, 's'),
      row(`database, a dealer, ${of}`, stored.database / dealers, 'MB'),
      row(`index, a dealer, ${of}`, stored.index / dealers, 'MB'),
      row(`releases in the store, a dealer, ${of}`, stored.releases / dealers, 'MB'),
      ...(await measureStart(fleet, dealers)),
    ];
  } finally {
    await fleet.stop();
  }
}
