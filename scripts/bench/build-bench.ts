import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatProblem } from '#src/dealer-files/config-problem.ts';
import { readDealerFiles } from '#src/dealer-files/load-dealers.ts';
import { SHARED_FOLDER } from '#src/dealer-files/settings-layers.ts';
import { checkFolder } from '../dealers/check-folder.ts';
import { type BenchRun, type Measurement, median, rowsOf, sized } from './measurement.ts';

const ORIGINALS = ['dealers/riverbend.json', 'dealers/kookaburra-cars.json'];

type Location = { id: string; slug: string; name: string; primary?: boolean; address: { street: string } };
type DealerFile = { locations: Location[] };

/** A demo dealer's file under another slug, without values that must be unique. */
function renamed(file: string, slug: string): DealerFile {
  const { previousHosts: _, ...dealer } = JSON.parse(readFileSync(file, 'utf8'));
  return { ...dealer, slug, hosts: [`www.${slug}.example`] };
}

function write(folder: string, slug: string, dealer: DealerFile): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join('dealers', SHARED_FOLDER), join(folder, SHARED_FOLDER), { recursive: true });
  writeFileSync(join(folder, `${slug}.json`), JSON.stringify(dealer, null, 2));
}

/** Fills a folder with dealer files that differ from the demo dealers in slug and hosts alone. */
export function writeManyDealers(folder: string, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const slug = `dealer-${at}`;
    write(folder, slug, renamed(ORIGINALS[at % ORIGINALS.length] ?? '', slug));
  }
}

/** A demo dealer grown by locations, each with pages of its own. */
export function writeGrownDealer(folder: string, slug: string, locations: number): void {
  const dealer = renamed('dealers/kookaburra-cars.json', slug);
  const [first] = dealer.locations;
  if (!first) throw new Error('dealers/kookaburra-cars.json has no location to copy');
  const more = Array.from({ length: locations - 1 }, (_, at) => ({
    ...first,
    id: `bench-${at}`,
    slug: `suburb-${at}`,
    name: `Suburb ${at}`,
    primary: false,
    // Locations at one address share opening hours on each of their pages.
    address: { ...first.address, street: `${at + 1} Bench Street` },
  }));
  write(folder, slug, { ...dealer, locations: [first, ...more] });
}

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
    process.execPath,
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

const row = rowsOf('build');

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

function secondsOf(work: () => void): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

/** "check" and the start of build and serve, with a large fleet. */
export function benchDealers(run: BenchRun): Measurement[] {
  const dealers = sized(run, 300, 4);
  const times = sized(run, 5, 1);
  mkdirSync('.data', { recursive: true });
  const folder = mkdtempSync(join('.data', 'bench-dealers-'));
  try {
    writeManyDealers(folder, dealers);
    const runs = Array.from({ length: times }, () =>
      secondsOf(() => {
        const { files, mistakes } = checkFolder(folder);
        if (files.length !== dealers || mistakes.length > 0)
          throw new Error(`The bench dealers have mistakes:\n${mistakes.map(formatProblem).join('\n')}`);
      }),
    );
    const loading = median(Array.from({ length: times }, () => secondsOf(() => readDealerFiles(folder))));
    const [first = Number.NaN] = runs;
    return [
      row(
        `check of ${dealers} dealer files`,
        first,
        's',
        { atMost: 2 },
        `the first of ${times}, before anything is warm; median ${median(runs).toFixed(2)} s`,
      ),
      row(`load of ${dealers} dealer files, as build and serve begin`, loading, 's'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
