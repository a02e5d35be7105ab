import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { buildSites } from '#src/publishing/build/build-sites.ts';
import { startServeProcess } from '../programs/serve-process.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { hostileRequests } from './hostile-bodies.ts';
import { LEAD_ENVIRONMENT } from './leads/lead-dealer.ts';
import { enginesOf, type LeadEngine } from './leads/lead-engines.ts';
import type { Measurement } from './measurement.ts';
import { openValuations } from './open-valuations.ts';
import { sendHostile } from './send-hostile.ts';

const DEALER = 'riverbend';
const REQUESTS = 10_000;
const TINY_REQUESTS = 200;
const SEED = 20_260_701;

async function fuzz(
  engine: LeadEngine,
  { dealer, dist, count: requests }: { dealer: DealerConfig; dist: string; count: number },
): Promise<Measurement[]> {
  const env = { ...LEAD_ENVIRONMENT, ...(await engine.freshPlace()), LOG_LEVEL: 'silent' };
  const server = await startServeProcess({ dealersDir: 'dealers', dist, env });
  const host = `${dealer.slug}.localhost`;
  const valuations = await openValuations(server.port, host, dealer);
  const answers = await sendHostile(
    server.port,
    hostileRequests({ host, dealer, valuations }, requests, SEED),
  );
  const health = await fetch(`http://127.0.0.1:${server.port}/health`);
  await server.stop();
  for (const { request, statuses } of answers) {
    if (statuses.some((status) => status >= 500)) console.log(request.bytes.toString().slice(0, 500));
  }
  const figure = (name: string, value: number, goal: Measurement['goal']): Measurement => ({
    area: 'fuzz',
    figure: `${name}, ${engine.name}`,
    value,
    unit: '',
    ...(goal && { goal }),
  });
  const count = (from: number, to: number) =>
    answers.filter(({ statuses }) => statuses.some((status) => status >= from && status < to)).length;
  const silent = answers.filter(({ request, statuses }) => !request.ends && statuses.length === 0);
  return [
    figure('requests', answers.length, { atLeast: requests }),
    figure('answers of 2xx and 3xx', count(200, 400), undefined),
    figure('answers of 4xx', count(400, 500), undefined),
    figure('answers of 5xx', count(500, 600), { atMost: 0 }),
    figure('whole requests without an answer', silent.length, { atMost: 0 }),
    figure('status of /health afterwards', health.status, { atMost: 200 }),
  ];
}

/** Sends requests no form sends to every address that takes a body; the server is a process of its own. */
export async function benchFuzz(run: BenchRun): Promise<Measurement[]> {
  const dealer = loadDealers('dealers').dealers.find(({ slug }) => slug === DEALER);
  if (!dealer) throw new Error(`No valid dealer file of ${DEALER} in dealers.`);
  // Pages are rendered by modules in the output folder, which find their packages from there.
  mkdirSync('.astro', { recursive: true });
  const dist = mkdtempSync(join('.astro', 'bench-fuzz-'));
  const rows: Measurement[] = [];
  try {
    await buildSites({ dealersDir: 'dealers', slugs: [DEALER], outDir: dist });
    for (const open of enginesOf(run)) {
      const engine = await open();
      try {
        rows.push(...(await fuzz(engine, { dealer, dist, count: sized(run, REQUESTS, TINY_REQUESTS) })));
      } finally {
        await engine.stop();
      }
    }
    return rows;
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
}
