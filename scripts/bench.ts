import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openServices } from '#src/server/services.ts';
import { benchBuild } from './bench/build-bench.ts';
import { benchEndpoint } from './bench/endpoint-bench.ts';
import { startFloorPage } from './bench/floor-page.ts';
import { benchImport } from './bench/import-bench.ts';
import { holds, type Measurement, measurementTable } from './bench/measurement.ts';
import { benchPages } from './bench/page-bench.ts';
import { pagesToMeasure } from './bench/pages.ts';
import { recordSearches } from './bench/recorded-searches.ts';
import { startRecordingProxy } from './bench/recording-proxy.ts';
import { freePort, startMeilisearch } from './processes/meilisearch.ts';
import { startSeparateStack } from './processes/separate-stack.ts';
import { serveSites } from './processes/serve-sites.ts';

const BENCH_DATA = resolve('.data/bench');
const DEALER = 'riverbend';

async function pages(): Promise<Measurement[]> {
  const stack = await startSeparateStack('bench');
  const floor = await startFloorPage();
  try {
    return await benchPages(await pagesToMeasure(stack), { name: 'floor', url: floor.url });
  } finally {
    await floor.stop();
    await stack.stop();
  }
}

/** The stack runs behind a recording proxy; what it sent Meilisearch is then repeated straight. */
async function endpoint(): Promise<Measurement[]> {
  const meilisearch = await startMeilisearch(join(BENCH_DATA, 'meilisearch'));
  const proxy = await startRecordingProxy(meilisearch.host);
  process.env.MEILI_HOST = proxy.host;
  process.env.MEILI_KEY = meilisearch.key;
  const stack = await startSeparateStack('bench');
  try {
    const searches = await recordSearches(stack, DEALER, proxy);
    const env = { ...stack.services.env, MEILI_HOST: meilisearch.host, PORT: await freePort() };
    const direct = await serveSites({
      services: await openServices({ env, dealers: stack.dealers }),
      dist: join(BENCH_DATA, 'dist'),
    });
    const rows = await benchEndpoint({
      endpoint: {
        url: new URL('/api/search', direct.url),
        host: `${DEALER}.localhost`,
        bodies: searches.map(({ sent }) => sent),
      },
      raw: {
        url: new URL('/multi-search', meilisearch.host),
        key: meilisearch.key,
        bodies: searches.map(({ caused }) => caused),
      },
    });
    await direct.stop();
    return rows;
  } finally {
    await stack.stop();
    await proxy.stop();
    await meilisearch.stop();
    delete process.env.MEILI_HOST;
    delete process.env.MEILI_KEY;
  }
}

const BENCHES: Record<string, () => Promise<Measurement[]> | Measurement[]> = {
  build: benchBuild,
  endpoint,
  import: benchImport,
  pages,
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
const rows: Measurement[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`── ${name}`);
  rows.push(...(await bench()));
}
console.log(`\n${measurementTable(rows)}`);
if (values.json)
  writeFileSync(
    values.json,
    JSON.stringify({ at: new Date().toISOString(), node: process.version, rows }, null, 1),
  );
process.exitCode = rows.every(holds) ? 0 : 1;
