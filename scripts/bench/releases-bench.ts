import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { storedReleases } from '#src/publishing/release/dealer-release.ts';
import { rollBack } from '#src/publishing/release/release-lifecycle.ts';
import { startServeProcess } from '../programs/serve-process.ts';
import { locationsWanted, writeGrownDealer, writeManyDealers } from './build-bench.ts';
import { send } from './http-load.ts';
import { type BenchRun, type Measurement, rowsOf, sized } from './measurement.ts';

const SLUG = 'bench-0';
const NAMES = ['Bench Yard One', 'Bench Yard Two'] as const;
const PAGES_WANTED = 60;
const MOST_SECONDS = 10;
const MOST_ROLLBACK_SECONDS = 1;
const LONGEST_ROLLBACK_MS = 60_000;

/** Runs a command. @returns its seconds and output @throws Error with its output if it fails */
function run(script: string, ...args: string[]): { seconds: number; output: string } {
  const started = performance.now();
  const ended = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  const { status, stdout, stderr } = ended;
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return { seconds: (performance.now() - started) / 1000, output: stdout };
}

function rename(dealersDir: string, slug: string, name: string): void {
  const file = join(dealersDir, `${slug}.json`);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), name }, null, 2));
}

const row = rowsOf('releases');

/** The four commands, each as a person runs it. */
function commands(dealersDir: string, out: string): Measurement[] {
  const release = (...args: string[]) =>
    run('scripts/releases.ts', ...args, '--dealers-dir', dealersDir, '--out', out).seconds;
  rename(dealersDir, SLUG, NAMES[0]);
  release('publish', SLUG);
  rename(dealersDir, SLUG, NAMES[1]);
  const figures = {
    publish: release('publish', SLUG),
    list: release('list', SLUG),
    rollback: release('rollback', SLUG),
    prune: release('prune', SLUG),
  };
  return Object.entries(figures).map(([name, seconds]) =>
    row(`${name}, whole command`, seconds, 's', { atMost: MOST_SECONDS }),
  );
}

/** How soon a running server serves another release. */
async function rollbackServed(folder: string, out: string): Promise<Measurement> {
  const env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    SITE_SECRET: 'a secret of at least thirty-two characters',
    MEILI_HOST: 'http://127.0.0.1:9',
    LOG_LEVEL: 'info',
  };
  const server = await startServeProcess({ dealersDir: folder, dist: out, env });
  const agent = new Agent({ keepAlive: true });
  const about = {
    ...{ port: server.port, path: '/about-us' },
    headers: { host: `${SLUG}.localhost` },
  };
  const page = async () => (await send(about, agent)).text;
  try {
    const now = await page();
    const other = NAMES.find((name) => !now.includes(name)) ?? '';
    // The command has returned to the older one.
    const [newest] = await storedReleases(out, SLUG);
    await rollBack(out, SLUG, newest?.id);
    const switched = performance.now();
    let seconds = Number.NaN;
    while (Number.isNaN(seconds) && performance.now() - switched < LONGEST_ROLLBACK_MS) {
      if ((await page()).includes(other)) seconds = (performance.now() - switched) / 1000;
      else await wait(10);
    }
    return row('rollback, until it is served', seconds, 's', { atMost: MOST_ROLLBACK_SECONDS });
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** A build of many dealers, one of which has changed. */
function oneOfMany(bench: BenchRun, folder: string): Measurement {
  const count = sized(bench, 300, 3);
  const dealersDir = join(folder, 'many');
  writeManyDealers(dealersDir, count);
  const all = ['--all', '--dealers-dir', dealersDir, '--out', join(dealersDir, 'dist')];
  run('scripts/build.ts', ...all);
  rename(dealersDir, 'dealer-1', 'Bench Renamed');
  const { seconds, output } = run('scripts/build.ts', ...all);
  if (!/^dealer-1: release \w+ is built and live\. Changed: dealer file\.$/m.test(output))
    throw new Error(`The build did not tell the one change:\n${output}`);
  return row(`build --all of ${count} dealers, one changed`, seconds, 's', { atMost: MOST_SECONDS });
}

/** Releases of a dealer of sixty pages, by the commands and on a server; a build of many dealers with one changed. */
export async function benchReleases(bench: BenchRun): Promise<Measurement[]> {
  mkdirSync('.data', { recursive: true });
  const folder = mkdtempSync(join('.data', 'bench-releases-'));
  const out = join(folder, 'dist');
  const dealersDir = join(folder, 'dealers');
  try {
    writeGrownDealer(dealersDir, SLUG, bench.isTiny ? 2 : locationsWanted(PAGES_WANTED));
    return [...commands(dealersDir, out), await rollbackServed(folder, out), oneOfMany(bench, folder)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
