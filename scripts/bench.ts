import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchAccount } from './bench/account-bench.ts';
import { benchAttack } from './bench/attack-bench.ts';
import type { BenchRun } from './bench/bench-run.ts';
import { benchBuild } from './bench/build-bench.ts';
import { benchCrmUnavailable } from './bench/crm-unavailable-bench.ts';
import { benchDealers } from './bench/dealers-bench.ts';
import { benchEndpoint } from './bench/endpoint-bench.ts';
import { benchFinance } from './bench/finance-bench.ts';
import { benchFuzz } from './bench/fuzz-bench.ts';
import { benchImages } from './bench/image-bench.ts';
import { benchImport } from './bench/import-bench.ts';
import { benchLeadCrash, benchLeadCrm, benchLeadDisk, benchLeadLoad } from './bench/lead-bench.ts';
import { holds, isMeasured, type Measurement, measurementTable, readRun } from './bench/measurement.ts';
import { benchMemory } from './bench/memory-bench.ts';
import { benchOutage } from './bench/outage-bench.ts';
import { benchPages } from './bench/page-bench.ts';
import { benchPreview } from './bench/preview-bench.ts';
import { benchReleases } from './bench/releases-bench.ts';
import { benchSearch } from './bench/search-bench.ts';
import { benchVehicle } from './bench/vehicle-bench.ts';
import { exitCodeOf, readOptions, UsageError } from './command/command.ts';

type Benches = Record<string, (run: BenchRun) => Promise<Measurement[]> | Measurement[]>;

/** They share the demo in `.data/bench`: one after the other. */
const ON_DEMO: Benches = {
  attack: benchAttack,
  endpoint: benchEndpoint,
  memory: benchMemory,
  outage: benchOutage,
  pages: benchPages,
  search: benchSearch,
  vehicle: benchVehicle,
};

/** They use folders and processes of their own. */
const APART: Benches = {
  account: benchAccount,
  build: benchBuild,
  'crm-unavailable': benchCrmUnavailable,
  dealers: benchDealers,
  finance: benchFinance,
  fuzz: benchFuzz,
  images: benchImages,
  import: benchImport,
  'lead-crash': benchLeadCrash,
  'lead-crm': benchLeadCrm,
  'lead-disk': benchLeadDisk,
  'lead-load': benchLeadLoad,
  preview: benchPreview,
  releases: benchReleases,
};

const BENCHES: Benches = { ...ON_DEMO, ...APART };

/** What a bench that is named brings with it: a preview is part of publishing. */
const INCLUDED: Readonly<Record<string, readonly string[]>> = { releases: ['preview'] };

const USAGE = `npm run bench -- [bench…] [options]

Runs all benches, or those named: ${Object.keys(BENCHES).sort().join(', ')}.

  --tiny            few samples: shows that the benches work; their figures mean nothing
  --only <name>     of pages or attacks, those whose name holds this: npm run bench -- pages --only vehicle,
                    npm run bench -- attack --only feeds
  --vehicles <n,…>  of search, in the index under the endpoint; 10000 unless set, more takes long.
                    Several sizes in one table: npm run bench -- search --vehicles 10000,100000,500000
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

/** Runs benches in a process beside this one, whose figures would suffer. @returns whether all ended well */
function runBeside(names: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [import.meta.filename, '--tiny', ...names], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.once('close', (code) => {
      console.log(output);
      resolve(code === 0);
    });
  });
}

/** @returns the exit code */
async function bench(): Promise<number> {
  const { values, positionals } = readOptions(() => parseArgs({ allowPositionals: true, options: OPTIONS }));
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const named = positionals.flatMap((name) => [name, ...(INCLUDED[name] ?? [])]);
  const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name));
  if (unknown.length > 0) throw new UsageError(`There is no bench ${unknown.join(', ')}.`);
  if (values.only !== undefined && !['pages', 'attack'].includes(positionals.join()))
    throw new UsageError('--only chooses among pages or attacks.');
  const vehicles = values.vehicles?.split(',').map(Number);
  if (vehicles?.some((size) => !(Number.isInteger(size) && size > 0)))
    throw new UsageError('--vehicles takes numbers, joined by commas.');
  const before = values.against === undefined ? undefined : readRun(values.against);
  // Figures of a tiny run mean nothing: two at a time.
  const beside = values.tiny && positionals.length === 0 ? runBeside(Object.keys(APART)) : undefined;
  const chosen = Object.entries(beside ? ON_DEMO : BENCHES);
  const rows: Measurement[] = [];
  for (const [name, measure] of chosen) {
    if (named.length > 0 && !named.includes(name)) continue;
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
  const isBesideRight = (await beside) ?? true;
  return failed.length > 0 || !isBesideRight ? 1 : 0;
}

process.exitCode = await exitCodeOf(bench, USAGE, console);
