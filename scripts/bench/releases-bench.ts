import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeFolder } from '#src/dealer-files/release/release-folders.ts';
import { readLiveCode, switchCode } from '#src/publishing/release/code-release.ts';
import { goLive, storedReleases } from '#src/publishing/release/dealer-release.ts';
import { rollBack } from '#src/publishing/release/release-lifecycle.ts';
import { startServeProcess } from '../programs/serve-process.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { locationsWanted } from './build-bench.ts';
import { writeGrownDealer, writeManyDealers } from './many-dealers.ts';
import type { Measurement } from './measurement.ts';
import { killRounds } from './releases/kill-rounds.ts';
import { otherProject } from './releases/other-project.ts';
import { type Answer, ask, type Shoppers, startShoppers } from './releases/shoppers.ts';

const SLUG = 'bench-0';
const NAMES = ['Bench Yard One', 'Bench Yard Two'] as const;
const PAGES_WANTED = 60;
const MOST_SECONDS = 10;
/** Of another code release with the same content. */
const OTHER_CODE = '0123456789ab';
const LONGEST_TAKEOVER_MS = 60_000;
const MOST_ROLLBACK_SECONDS = 1;
const LONGEST_ROLLBACK_MS = 60_000;

/** Runs a command of a project. @returns its seconds and output @throws Error with its output if it fails */
function runIn(project: string, script: string, ...args: string[]): { seconds: number; output: string } {
  const started = performance.now();
  const ended = spawnSync(process.execPath, [script, ...args], { cwd: project, encoding: 'utf8' });
  const { status, stdout, stderr } = ended;
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return { seconds: (performance.now() - started) / 1000, output: stdout };
}

const run = (script: string, ...args: string[]) => runIn('.', script, ...args);

function rename(dealersDir: string, slug: string, name: string): void {
  const file = join(dealersDir, `${slug}.json`);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), name }, null, 2));
}

const row = (figure: string, value: number, unit: string, goal?: Measurement['goal'], against?: string) => ({
  area: 'releases',
  figure,
  value,
  unit,
  ...(goal && { goal }),
  ...(against && { against }),
});

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

/** Releases of two codes: the same source twice, with one page changed in the second. */
async function changedCode(bench: BenchRun, dealersDir: string, folder: string): Promise<Measurement[]> {
  const other = join(folder, 'other-project');
  const code = await otherProject(other, bench.isTiny);
  const places = ['--dealers-dir', resolve(dealersDir), '--out', resolve(folder, 'dist-code')];
  const release = (project: string, command: string) =>
    runIn(project, 'scripts/releases.ts', command, SLUG, ...places);
  rename(dealersDir, SLUG, NAMES[0]);
  release('.', 'publish');
  rename(dealersDir, SLUG, NAMES[1]);
  const compiled = release(other, 'publish');
  const rolledBack = release(other, 'rollback');
  if (!rolledBack.output.includes('rendered with the live code'))
    throw new Error(`The rollback to code other than ${code} rendered nothing:\n${rolledBack.output}`);
  const published = release('.', 'publish');
  const goal = { atMost: MOST_SECONDS };
  return [
    row('publish after a change of code, compiled by it', compiled.seconds, 's'),
    row('publish after a change of code, compiled before', published.seconds, 's', goal),
    row('rollback to other code, rendered again', rolledBack.seconds, 's', goal),
  ];
}

/** Shoppers ask while something happens, and stop however it ends. */
async function whileAsked(
  site: { port: number; host: string },
  isRight: (answer: Answer) => boolean,
  happens: () => Promise<void>,
): Promise<Shoppers> {
  const shoppers = startShoppers(site, ['/about-us', '/', '/contact'], isRight);
  try {
    await happens();
  } finally {
    await shoppers.end();
  }
  return shoppers;
}

/** @returns seconds from the switch of the pointer until a page of the older release is served */
async function rollbackServed(site: { port: number; host: string }, out: string): Promise<number> {
  const page = async () => (await ask(site, '/about-us')).body;
  const now = await page();
  const older = NAMES.find((name) => !now.includes(name)) ?? '';
  await rollBack(out, SLUG);
  const switched = performance.now();
  while (!(await page()).includes(older)) {
    if (performance.now() - switched > LONGEST_ROLLBACK_MS) return Number.NaN;
    await wait(10);
  }
  return (performance.now() - switched) / 1000;
}

/** Twenty switches between two releases, then a takeover by new code, while shoppers ask all along. */
async function underLoad(bench: BenchRun, folder: string, out: string): Promise<Measurement[]> {
  const ids = (await storedReleases(out, SLUG)).map(({ id }) => id).slice(0, 2);
  const env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    SITE_SECRET: 'a secret of at least thirty-two characters',
    MEILI_HOST: 'http://127.0.0.1:9',
    LOG_LEVEL: 'info',
  };
  const server = await startServeProcess({ dealersDir: folder, dist: out, env });
  const site = { port: server.port, host: `${SLUG}.localhost` };
  // A page says the name of the release it belongs to, and no other.
  const isRight = ({ status, body }: Answer) =>
    status === 200 && NAMES.filter((name) => body.includes(name)).length === 1;
  try {
    const walk = await whileAsked(site, isRight, async () => {
      for (let at = 0; at < sized(bench, 20, 4); at += 1) {
        goLive(out, SLUG, ids[at % ids.length] ?? '');
        await wait(800);
      }
    });
    const rollback = await rollbackServed(site, out);
    const { code } = readLiveCode(out);
    let seconds = Number.NaN;
    const taken = await whileAsked(site, isRight, async () => {
      cpSync(codeFolder(out, code), codeFolder(out, OTHER_CODE), { recursive: true });
      const started = performance.now();
      await switchCode(out, OTHER_CODE);
      while (!server.said().includes('new code in force')) {
        if (performance.now() - started > LONGEST_TAKEOVER_MS)
          throw new Error(`No takeover:\n${server.said()}`);
        await wait(50);
      }
      seconds = (performance.now() - started) / 1000;
      await ask(site, '/');
    });
    return [
      row('20 switches under load: requests dropped', walk.dropped, '', { atMost: 0 }, `of ${walk.received}`),
      row('20 switches under load: responses mixed', walk.wrong.length, '', { atMost: 0 }),
      row('rollback, until it is served', rollback, 's', { atMost: MOST_ROLLBACK_SECONDS }),
      row('takeover of code: requests dropped', taken.dropped, '', { atMost: 0 }, `of ${taken.received}`),
      row('takeover of code: responses wrong', taken.wrong.length, '', { atMost: 0 }),
      row('takeover of code, until it is in force', seconds, 's'),
    ];
  } finally {
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

/** Publishes and rollbacks killed at random moments. */
async function killed(bench: BenchRun, dealersDir: string, out: string): Promise<Measurement[]> {
  run('scripts/releases.ts', 'publish', SLUG, '--dealers-dir', dealersDir, '--out', out);
  const folder = `${out}-project`;
  const other = { folder, code: await otherProject(folder, true) };
  const projects = [{ folder: '.', code: readLiveCode(out).code }, other];
  const place = { out, dealersDir, slug: SLUG, projects };
  const rounds = sized(bench, 100, 1);
  const { killed: of, broken } = await killRounds(place, rounds, (name) => rename(dealersDir, SLUG, name));
  if (broken.length > 0) console.log(broken.join('\n'));
  return [
    row(`killed in ${rounds} rounds: neither the old nor the new release, whole`, broken.length, '', {
      atMost: 0,
    }),
    row('of them publishes that were killed', of.publish, '', { atLeast: sized(bench, 10, 0) }),
    row('of them publishes by other code that were killed', of.code, '', { atLeast: sized(bench, 10, 0) }),
    row('of them rollbacks that were killed', of.rollback, '', { atLeast: sized(bench, 10, 0) }),
  ];
}

/** Releases of a dealer of sixty pages, by the commands and under load; a build of many dealers with one changed. */
export async function benchReleases(bench: BenchRun): Promise<Measurement[]> {
  mkdirSync('.data', { recursive: true });
  const folder = mkdtempSync(join('.data', 'bench-releases-'));
  const out = join(folder, 'dist');
  const dealersDir = join(folder, 'dealers');
  try {
    writeGrownDealer(dealersDir, SLUG, bench.isTiny ? 2 : locationsWanted(PAGES_WANTED));
    return [
      ...commands(dealersDir, out),
      ...(await changedCode(bench, dealersDir, folder)),
      ...(await underLoad(bench, folder, out)),
      oneOfMany(bench, folder),
      ...(await killed(bench, dealersDir, join(folder, 'dist-killed'))),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
