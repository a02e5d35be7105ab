import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measurement } from './measurement.ts';

const PAGES_WANTED = 60;
/** What another static dealer site's build reached on a machine of this kind; it is no part of this run. */
const PEER = 'peer, measured before: 351 pages/s';

type DealerFile = {
  slug: string;
  name: string;
  hosts: string[];
  locations: { id: string; slug: string; name: string; primary?: boolean; address: { street: string } }[];
};

type Built = {
  wallSeconds: number;
  seconds: number;
  pages: number;
  processCpuSeconds: number;
  peakMegabytes: number;
  cpuSeconds: { rendering: number; compressing: number };
};

/** A demo dealer grown by locations until its site has sixty pages. */
function writeDealer(folder: string, name: string, locations: number): void {
  const dealer = JSON.parse(readFileSync('dealers/riverbend.json', 'utf8')) as DealerFile;
  const [model] = dealer.locations;
  if (!model) throw new Error('dealers/riverbend.json has no location to copy');
  const grown: DealerFile = {
    ...dealer,
    slug: name,
    name: `Bench dealer ${name}`,
    hosts: [],
    locations: Array.from({ length: locations }, (_, at) => ({
      ...model,
      id: `bench-${at}`,
      slug: `suburb-${at}`,
      name: `Suburb ${at}`,
      primary: at === 0,
      // Locations of one address share their hours on every page of theirs.
      address: { ...model.address, street: `${at + 1} Bench Street` },
    })),
  };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(grown));
}

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

function withDealers<T>(count: number, locations: number, measure: (folder: string) => T): T {
  // Inside the project, where the build's output finds its packages.
  mkdirSync('.data', { recursive: true });
  const folder = mkdtempSync(join('.data', 'bench-build-'));
  try {
    for (let at = 0; at < count; at++) writeDealer(folder, `bench-${at}`, locations);
    return measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many locations give a site its sixty pages. */
const locationsWanted = () => withDealers(1, 10, (folder) => PAGES_WANTED - (build(folder).pages - 10));

const row = (figure: string, value: number, unit: string, goal?: Measurement['goal'], against?: string) => ({
  area: 'build',
  figure,
  value,
  unit,
  ...(goal ? { goal } : {}),
  ...(against ? { against } : {}),
});

/**
 * The build command from an empty output folder, compressed assets and compiled code of the first build reused: one dealer of sixty
 * pages by the clock (best of three), thirty by processor time of all threads, three hundred by the clock.
 */
export function benchBuild(): Measurement[] {
  const locations = locationsWanted();
  const ones = withDealers(1, locations, (folder) => [build(folder), build(folder), build(folder)]);
  const thirty = withDealers(30, locations, build);
  const fleet = withDealers(300, locations, build);
  return [
    row('pages of the bench dealer', ones[0]?.pages ?? 0, 'pages', { atLeast: PAGES_WANTED }),
    row('one dealer of 60 pages, whole command', Math.min(...ones.map((one) => one.wallSeconds)), 's', {
      atMost: 3,
    }),
    row('30 dealers of 60 pages, rendering', thirty.cpuSeconds.rendering, 'CPU s', { atMost: 8 }),
    row('30 dealers of 60 pages, whole command', thirty.processCpuSeconds, 'CPU s', { atMost: 15 }),
    row(
      '300 dealers of 60 pages, whole command',
      fleet.pages / fleet.wallSeconds,
      'pages/s',
      { atLeast: 200 },
      `${PEER}; ${fleet.pages} pages in ${fleet.wallSeconds.toFixed(0)} s`,
    ),
    row('300 dealers of 60 pages, peak memory', fleet.peakMegabytes, 'MB', { atMost: 1500 }),
  ];
}
