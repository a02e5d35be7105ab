import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatProblem } from '#src/dealer-files/config-problem.ts';
import { readDealerFiles } from '#src/dealer-files/load-dealers.ts';
import { checkFolder } from '../dealers/check-folder.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { writeManyDealers } from './many-dealers.ts';
import { type Measurement, median } from './measurement.ts';

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
      {
        area: 'dealers',
        figure: `check of ${dealers} dealer files`,
        value: first,
        unit: 's',
        goal: { atMost: 2 },
        against: `the first of ${times}, before anything is warm; median ${median(runs).toFixed(2)} s`,
      },
      {
        area: 'dealers',
        figure: `load of ${dealers} dealer files, as build and serve begin`,
        value: loading,
        unit: 's',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
