import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measurement } from './measurement.ts';

const PAGES_WANTED = 60;

type DealerFile = {
  slug: string;
  hosts: string[];
  locations: { id: string; slug: string; name: string; primary?: boolean }[];
};

/** A demo dealer grown by locations until its site has sixty pages. */
function writeLargeDealer(folder: string, fixedPages: number): void {
  const dealer = JSON.parse(readFileSync('dealers/riverbend.json', 'utf8')) as DealerFile;
  const [model] = dealer.locations;
  if (!model) throw new Error('dealers/riverbend.json has no location to copy');
  dealer.slug = 'sixty-pages';
  dealer.hosts = [];
  dealer.locations = Array.from({ length: PAGES_WANTED - fixedPages }, (_, at) => ({
    ...model,
    id: `bench-${at}`,
    slug: `suburb-${at}`,
    name: `Suburb ${at}`,
    primary: at === 0,
  }));
  writeFileSync(join(folder, 'sixty-pages.json'), JSON.stringify(dealer));
}

function build(dealersDir: string): { seconds: number; pages: number } {
  const started = performance.now();
  const result = spawnSync(
    'node',
    ['scripts/build.ts', 'sixty-pages', '--dealers-dir', dealersDir, '--out', join(dealersDir, 'dist')],
    {
      encoding: 'utf8',
    },
  );
  const seconds = (performance.now() - started) / 1000;
  const pages = Number(/Built (\d+) pages/.exec(result.stdout)?.[1]);
  if (result.status !== 0 || !pages) throw new Error(`The build failed:\n${result.stdout}${result.stderr}`);
  return { seconds, pages };
}

/** Wall time of the build command for one dealer of sixty pages, compression included; best of three. */
export function benchBuild(): Measurement[] {
  // Inside the project, where the build's output finds its packages.
  mkdirSync('.data', { recursive: true });
  const folder = mkdtempSync(join('.data', 'bench-build-'));
  try {
    writeLargeDealer(folder, 10);
    const first = build(folder);
    writeLargeDealer(folder, first.pages - (PAGES_WANTED - 10));
    const runs = [build(folder), build(folder), build(folder)];
    const best = Math.min(...runs.map((run) => run.seconds));
    return [
      {
        area: 'build',
        figure: 'pages of the bench dealer',
        value: runs[0]?.pages ?? 0,
        unit: 'pages',
        goal: { atLeast: PAGES_WANTED },
      },
      {
        area: 'build',
        figure: 'one dealer of 60 pages, whole command',
        value: best,
        unit: 's',
        goal: { atMost: 3 },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
