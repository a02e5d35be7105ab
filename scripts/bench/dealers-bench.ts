import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readDealerFiles } from '#src/config/load-dealers.ts';
import { checkFolder } from '../dealers/check-folder.ts';
import { writeManyDealers } from './many-dealers.ts';
import { type Measurement, median } from './measurement.ts';

const DEALERS = 300;
const RUNS = 5;

function secondsOf(work: () => void): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

/** What "check" and the start of build and serve do with a whole fleet. */
export function benchDealers(): Measurement[] {
  mkdirSync('.data', { recursive: true });
  const folder = mkdtempSync(join('.data', 'bench-dealers-'));
  try {
    writeManyDealers(folder, DEALERS);
    const runs = Array.from({ length: RUNS }, () =>
      secondsOf(() => {
        const { files, mistakes } = checkFolder(folder);
        if (files.length !== DEALERS || mistakes.length > 0)
          throw new Error('The bench dealers have mistakes.');
      }),
    );
    const loading = median(Array.from({ length: RUNS }, () => secondsOf(() => readDealerFiles(folder))));
    const [first = Number.NaN] = runs;
    return [
      {
        area: 'dealers',
        figure: `check of ${DEALERS} dealer files`,
        value: first,
        unit: 's',
        goal: { atMost: 2 },
        against: `the first of ${RUNS}, before anything is warm; median ${median(runs).toFixed(2)} s`,
      },
      {
        area: 'dealers',
        figure: `load of ${DEALERS} dealer files, as build and serve begin`,
        value: loading,
        unit: 's',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
