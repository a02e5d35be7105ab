import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchRun, sized } from './bench-run.ts';
import { writeGrownDealer } from './many-dealers.ts';
import type { Measurement } from './measurement.ts';

const PAGES_WANTED = 60;
/** The speed of another static dealer site's build on a similar machine; not measured in this run. */
const PEER = 'peer, measured before: 351 pages/s';

type Built = {
  wallSeconds: number;
  seconds: number;
  pages: number;
  processCpuSeconds: number;
  peakMegabytes: number;
  cpuSeconds: { rendering: number; compressing: number };
};

/** Runs the build command over every dealer of the folder, into an empty output. */
function build(dealersDir: string): Built {
  const out = join(dealersDir, 'dist');
  const figures = join(dealersDir, 'figures.txt');
  rmSync(out, { recursive: true, force: true });
  const started = performance.now();
  const result = spawnSync(
    'node',
    ['scripts/build.ts', '--all', '--dealers-dir', dealersDir, '--out', out, '--json', figures],
    { encoding: 'utf8' },
  );
  const wallSeconds = (performance.now() - started) / 1000;
  if (result.status !== 0) throw new Error(`The build failed:\n${result.stdout}${result.stderr}`);
  return { wallSeconds, ...(JSON.parse(readFileSync(figures, 'utf8')) as Omit<Built, 'wallSeconds'>) };
}

export function withDealers<T>(count: number, locations: number, measure: (folder: string) => T): T {
  // Inside the project, where the build's output finds its packages.
  mkdirSync('.data', { recursive: true });
  const folder = mkdtempSync(join('.data', 'bench-build-'));
  try {
    for (let at = 0; at < count; at++) writeGrownDealer(folder, `bench-${at}`, locations);
    return measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The number of locations that gives a site this many pages. */
export const locationsWanted = (pages: number) =>
  withDealers(1, 10, (folder) => pages - (build(folder).pages - 10));

const row = (figure: string, value: number, unit: string, goal?: Measurement['goal'], against?: string) => ({
  area: 'build',
  figure,
  value,
  unit,
  ...(goal ? { goal } : {}),
  ...(against ? { against } : {}),
});

/**
 * The build command from an empty output folder, compressed assets and compiled code of the first build reused: one
 * dealer of sixty pages by the clock (best of three), thirty by processor time of all threads, three hundred by the
 * clock.
 */
export function benchBuild(run: BenchRun): Measurement[] {
  const pages = sized(run, PAGES_WANTED, 12);
  const locations = run.isTiny ? 2 : locationsWanted(pages);
  const group = sized(run, 30, 1);
  const fleetSize = sized(run, 300, 2);
  const ones = withDealers(1, locations, (folder) =>
    Array.from({ length: sized(run, 3, 1) }, () => build(folder)),
  );
  const [one] = ones;
  // A second build of a tiny run would prove no more than the first.
  const ofMany = (count: number) => (run.isTiny && one ? one : withDealers(count, locations, build));
  const thirty = ofMany(group);
  const fleet = ofMany(fleetSize);
  return [
    row('pages of the bench dealer', ones[0]?.pages ?? 0, 'pages', { atLeast: pages }),
    row(`one dealer of ${pages} pages, whole command`, Math.min(...ones.map((one) => one.wallSeconds)), 's', {
      atMost: 3,
    }),
    row(`${group} dealer(s) of ${pages} pages, rendering`, thirty.cpuSeconds.rendering, 'CPU s', {
      atMost: 8,
    }),
    row(`${group} dealer(s) of ${pages} pages, whole command`, thirty.processCpuSeconds, 'CPU s', {
      atMost: 15,
    }),
    row(
      `${fleetSize} dealer(s) of ${pages} pages, whole command`,
      fleet.pages / fleet.wallSeconds,
      'pages/s',
      { atLeast: 200 },
      `${PEER}; ${fleet.pages} pages in ${fleet.wallSeconds.toFixed(0)} s`,
    ),
    row(`${fleetSize} dealer(s) of ${pages} pages, peak memory`, fleet.peakMegabytes, 'MB', { atMost: 1500 }),
  ];
}
