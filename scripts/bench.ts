import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchAttack } from './bench/attack-bench.ts';
import { benchBuild, benchDealers } from './bench/build-bench.ts';
import { benchEndpoint } from './bench/endpoint-bench.ts';
import { benchImport } from './bench/import-bench.ts';
import { benchLeadCrm, benchLeadDisk, benchLeadLoad } from './bench/lead-bench.ts';
import {
  benchMachinesKills,
  benchMachinesOutages,
  benchMachinesSeen,
  benchMachinesSizes,
} from './bench/machines-bench.ts';
import { benchPages } from './bench/measure-pages.ts';
import {
  type BenchRun,
  holds,
  isMeasured,
  type Measurement,
  measurementTable,
  missedGoals,
  missedIn,
  readRun,
} from './bench/measurement.ts';
import { benchMemory } from './bench/memory-bench.ts';
import { benchReleases } from './bench/releases-bench.ts';
import { benchSearch } from './bench/search-bench.ts';
import { benchVehicle } from './bench/vehicle-bench.ts';
import { exitCodeOf, readOptions, UsageError } from './command/command.ts';

type Bench = (run: BenchRun) => Promise<Measurement[]> | Measurement[];

/** Each bench with its parts, which run by themselves as `<bench>/<part>`. */
const BENCHES: Readonly<Record<string, Readonly<Record<string, Bench>>>> = {
  attack: { clients: benchAttack },
  build: { sites: benchBuild, check: benchDealers },
  import: { stock: benchImport },
  leads: { crm: benchLeadCrm, disk: benchLeadDisk, load: benchLeadLoad },
  machines: {
    seen: benchMachinesSeen,
    kills: benchMachinesKills,
    outages: benchMachinesOutages,
    sizes: benchMachinesSizes,
  },
  memory: { server: benchMemory },
  pages: { lighthouse: benchPages, vehicle: benchVehicle },
  releases: { publish: benchReleases },
  search: { screen: benchSearch, endpoint: benchEndpoint },
};
const PARTS: readonly (readonly [name: string, bench: Bench])[] = Object.entries(BENCHES).flatMap(
  ([name, parts]) => Object.entries(parts).map(([part, bench]) => [`${name}/${part}`, bench] as const),
);

/** They share the demo in `.data/bench`: one after the other. */
const ON_DEMO: ReadonlySet<Bench> = new Set([
  ...[benchAttack, benchEndpoint, benchMemory, benchPages, benchSearch, benchVehicle],
]);

const USAGE = `npm run bench -- [bench…] [options]

Runs all benches, or those named: ${Object.keys(BENCHES).join(', ')}.
Parts of one are run by their names: ${PARTS.map(([name]) => name).join(', ')}.

  --tiny            few samples: shows that the benches work; their figures mean nothing
  --only <name>     of pages or attacks, those whose name holds this:
                    npm run bench -- pages/lighthouse --only vehicle, npm run bench -- attack/clients --only feeds
  --vehicles <n,…>  of search/endpoint, in the index under it; 10000 unless set, more takes long.
                    Several sizes in one table: npm run bench -- search --vehicles 10000,100000,500000
  --json <file>     writes the figures to this file
  --against <file>  shows them beside those of a file written before
  --help            shows this

Goals that are missed come last. Ends with 1 where one is, in a tiny run only where it counts failures, and with 2
where it is called wrongly.`;

const OPTIONS = {
  json: { type: 'string' },
  against: { type: 'string' },
  only: { type: 'string' },
  vehicles: { type: 'string' },
  tiny: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Runs benches in a process beside this one, whose figures would suffer. @returns also what they printed */
function runBeside(names: readonly string[]): Promise<{ isRight: boolean; output: string }> {
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
      resolve({ isRight: code === 0, output });
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
  const isNamed = (part: string) =>
    positionals.length === 0 || positionals.some((name) => part === name || part.startsWith(`${name}/`));
  const unknown = positionals.filter((name) => !PARTS.some(([part]) => `${part}/`.startsWith(`${name}/`)));
  if (unknown.length > 0) throw new UsageError(`There is no bench ${unknown.join(', ')}.`);
  if (values.only !== undefined && !['pages/lighthouse', 'attack/clients'].includes(positionals.join()))
    throw new UsageError('--only chooses among pages or attacks.');
  const vehicles = values.vehicles?.split(',').map(Number);
  if (vehicles?.some((size) => !(Number.isInteger(size) && size > 0)))
    throw new UsageError('--vehicles takes numbers, joined by commas.');
  const before = values.against === undefined ? undefined : readRun(values.against);
  // Figures of a tiny run mean nothing: two at a time.
  const apart = PARTS.filter(([, measure]) => !ON_DEMO.has(measure)).map(([name]) => name);
  const beside = values.tiny && positionals.length === 0 ? runBeside(apart) : undefined;
  const chosen = beside ? PARTS.filter(([, measure]) => ON_DEMO.has(measure)) : PARTS;
  const rows: Measurement[] = [];
  for (const [name, measure] of chosen) {
    if (!isNamed(name)) continue;
    console.log(`── ${name}`);
    const started = performance.now();
    const measured = await measure({ isTiny: values.tiny, only: values.only, vehicles });
    console.log(`${name} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
    if (measured.length === 0) throw new Error(`The bench ${name} measured nothing.`);
    rows.push(...measured);
  }
  const { isRight = true, output = '' } = (await beside) ?? {};
  console.log(`\n${measurementTable(rows, before)}`);
  if (values.json)
    writeFileSync(
      values.json,
      JSON.stringify({ at: new Date().toISOString(), node: process.version, rows }, null, 1),
    );
  for (const line of [...missedGoals(rows), ...missedIn(output)]) console.error(line);
  return rows.every(values.tiny ? isMeasured : holds) && isRight ? 0 : 1;
}

process.exitCode = await exitCodeOf(bench, USAGE, console);
