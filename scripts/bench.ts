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
import { benchVehicle } from './bench/vehicle-bench.ts';

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
  vehicle: benchVehicle,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    against: { type: 'string' },
    only: { type: 'string' },
    tiny: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
if (values.only !== undefined && positionals.join() !== 'pages') {
  console.error('--only chooses pages: npm run bench -- pages --only vehicle');
  process.exit(2);
}
const rows: Measurement[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`── ${name}`);
  const started = performance.now();
  const measured = await bench({ isTiny: values.tiny, only: values.only });
  console.log(`${name} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
  if (measured.length === 0) throw new Error(`The bench ${name} measured nothing.`);
  rows.push(...measured);
}
console.log(`\n${measurementTable(rows, values.against ? readRun(values.against) : undefined)}`);
if (values.json)
  writeFileSync(
    values.json,
    JSON.stringify({ at: new Date().toISOString(), node: process.version, rows }, null, 1),
  );
const failed = rows.filter((row) => !(values.tiny ? isMeasured(row) : holds(row)));
for (const { area, figure } of failed) console.error(`Missed: ${area}, ${figure}`);
if (failed.length > 0) process.exitCode = 1;
