import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchAttack } from './bench/attack-bench.ts';
import type { BenchRun } from './bench/bench-run.ts';
import { benchBuild } from './bench/build-bench.ts';
import { benchCrmUnavailable } from './bench/crm-unavailable-bench.ts';
import { benchDealers } from './bench/dealers-bench.ts';
import { benchEndpoint } from './bench/endpoint-bench.ts';
import { benchFuzz } from './bench/fuzz-bench.ts';
import { benchImages } from './bench/image-bench.ts';
import { benchImport } from './bench/import-bench.ts';
import { benchLeadCrash, benchLeadCrm, benchLeadDisk, benchLeadLoad } from './bench/lead-bench.ts';
import { holds, isMeasured, type Measurement, measurementTable, readRun } from './bench/measurement.ts';
import { benchMemory } from './bench/memory-bench.ts';
import { benchOutage } from './bench/outage-bench.ts';
import { benchPages } from './bench/page-bench.ts';
import { benchSearch } from './bench/search-bench.ts';
import { benchVehicle } from './bench/vehicle-bench.ts';
import { exitCodeOf, readOptions, UsageError } from './command/command.ts';

const BENCHES: Record<string, (run: BenchRun) => Promise<Measurement[]> | Measurement[]> = {
  attack: benchAttack,
  build: benchBuild,
  'crm-unavailable': benchCrmUnavailable,
  dealers: benchDealers,
  endpoint: benchEndpoint,
  fuzz: benchFuzz,
  images: benchImages,
  import: benchImport,
  'lead-crash': benchLeadCrash,
  'lead-crm': benchLeadCrm,
  'lead-disk': benchLeadDisk,
  'lead-load': benchLeadLoad,
  memory: benchMemory,
  outage: benchOutage,
  pages: benchPages,
  search: benchSearch,
  vehicle: benchVehicle,
};

const USAGE = `npm run bench -- [bench…] [options]

Runs all benches, or those named: ${Object.keys(BENCHES).join(', ')}.

  --tiny            few samples: shows that the benches work; their figures mean nothing
  --only <page>     of pages, those whose name holds this: npm run bench -- pages --only vehicle
  --vehicles <n>    of search, in the index under the endpoint; 10000 unless set, more takes long
  --json <file>     writes the figures to this file
  --against <file>  shows them beside those of a file written before
  --help            shows this

Ends with 1 where a goal is missed, and with 2 where it is called wrongly.`;

const OPTIONS = {
  json: { type: 'string' },
  against: { type: 'string' },
  only: { type: 'string' },
  vehicles: { type: 'string' },
  tiny: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** @returns the exit code */
async function bench(): Promise<number> {
  const { values, positionals } = readOptions(() => parseArgs({ allowPositionals: true, options: OPTIONS }));
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name));
  if (unknown.length > 0) throw new UsageError(`There is no bench ${unknown.join(', ')}.`);
  if (values.only !== undefined && positionals.join() !== 'pages')
    throw new UsageError('--only chooses among pages.');
  const vehicles = values.vehicles === undefined ? undefined : Number(values.vehicles);
  if (vehicles !== undefined && !(Number.isInteger(vehicles) && vehicles > 0))
    throw new UsageError('--vehicles takes a number.');
  const before = values.against === undefined ? undefined : readRun(values.against);
  const rows: Measurement[] = [];
  for (const [name, measure] of Object.entries(BENCHES)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.log(`── ${name}`);
    const started = performance.now();
    const measured = await measure({ isTiny: values.tiny, only: values.only, vehicles });
    console.log(`${name} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
    if (measured.length === 0) throw new Error(`The bench ${name} measured nothing.`);
    rows.push(...measured);
  }
  console.log(`\n${measurementTable(rows, before)}`);
  if (values.json)
    writeFileSync(
      values.json,
      JSON.stringify({ at: new Date().toISOString(), node: process.version, rows }, null, 1),
    );
  const failed = rows.filter((row) => !(values.tiny ? isMeasured(row) : holds(row)));
  for (const { area, figure } of failed) console.error(`Missed: ${area}, ${figure}`);
  return failed.length > 0 ? 1 : 0;
}

process.exitCode = await exitCodeOf(bench, USAGE, console);
