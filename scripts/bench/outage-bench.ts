import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { join, resolve } from 'node:path';
import { readEnvironment } from '#src/config/environment.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { removePointer } from '#src/dealer-files/release/current-release.ts';
import { importStock } from '#src/features/stock/server/importing/import-stock.ts';
import { publishSettings } from '#src/publishing/release/publish-settings.ts';
import { openServices } from '#src/server/services.ts';
import { type ServeProcess, startServeProcess } from '../programs/serve-process.ts';
import type { BenchRun } from './bench-run.ts';
import { type Reply, send } from './http-load.ts';
import { writeListingsDealer } from './import-bench.ts';
import type { Measurement } from './measurement.ts';
import { type RecordedStack, recordedStack } from './recorded-stack.ts';

const MOST_MS = 500;
const SETTLE_MS = 3000;
const CAR_LINK = /href="\/cars\/[a-z0-9-]+"/g;

/** A port with no listener. */
const NOBODY = 'http://127.0.0.1:9';

const HOME = 'home page';

type Asked = { name: string; path: string; body?: string; shows: (text: string) => number };

const carsIn = (html: string) => new Set(html.match(CAR_LINK)).size;

function shopperAsks(searches: RecordedStack['searches']): Asked[] {
  const [search] = searches;
  if (!search) throw new Error('No search was recorded.');
  const hits = (text: string) =>
    (JSON.parse(text) as { results: { hits: unknown[] }[] }).results.reduce(
      (sum, r) => sum + r.hits.length,
      0,
    );
  return [
    { name: 'search page', path: '/search/new-used-and-demo-cars', shows: carsIn },
    { name: HOME, path: '/', shows: carsIn },
    { name: 'search as one types', path: '/api/search', body: search.sent, shows: hits },
    { name: 'search page of a make', path: '/search/toyota', shows: carsIn },
  ];
}

/** Sends one request of each type a shopper makes; NaN, which meets no goal, if no car was shown. */
async function firstResponses(
  server: ServeProcess,
  stack: Pick<RecordedStack, 'dealer' | 'searches'>,
): Promise<{ name: string; ms: number }[]> {
  const agent = new Agent({ keepAlive: true });
  const rows: { name: string; ms: number }[] = [];
  for (const { name, path, body, shows } of shopperAsks(stack.searches)) {
    const target = {
      url: new URL(path, `http://127.0.0.1:${server.port}`),
      headers: { host: `${stack.dealer}.localhost` },
    };
    const reply: Reply = await send(target, agent, body);
    const isGood = reply.status === 200 && shows(reply.text) > 0;
    rows.push({ name, ms: isGood ? reply.ms : Number.NaN });
  }
  agent.destroy();
  return rows;
}

const toRows = (when: string, answers: readonly { name: string; ms: number }[]): Measurement[] => [
  ...answers.map(({ name, ms }) => ({
    area: 'outage',
    figure: `${name}, ${when}, first answer`,
    value: ms,
    unit: 'ms',
    goal: { atMost: MOST_MS },
  })),
  {
    area: 'outage',
    figure: `answers without cars, ${when}`,
    value: answers.filter(({ ms }) => Number.isNaN(ms)).length,
    unit: '',
    goal: { atMost: 0 },
  },
];

/** A dealer with the listings of a country, whose server has never reached an engine. */
async function largeDealer(stack: RecordedStack, run: BenchRun): Promise<Measurement[]> {
  const folder = resolve(mkdtempSync(join('.data', 'bench-outage-')));
  writeListingsDealer(folder, run);
  const { dealers } = loadDealers(folder);
  const [dealer] = dealers;
  if (!dealer) throw new Error('The listings dealer is not valid.');
  const env = { ...stack.env, DATA_DIR: join(folder, 'data'), MEILI_HOST: NOBODY };
  try {
    const services = await openServices({ env: readEnvironment(env), dealers });
    const { stored } = await importStock(services, dealer, { dealersDir: folder });
    await services.close();
    const started = performance.now();
    publishSettings(folder, stack.dist);
    const server = await startServeProcess({ dealersDir: folder, dist: stack.dist, env });
    const startMs = performance.now() - started;
    const answers = await firstResponses(server, { dealer: dealer.slug, searches: stack.searches });
    await server.stop();
    // Its cars have no photos, so none is featured on the home page.
    const shown = answers.filter(({ name }) => name !== HOME);
    const start: Measurement = { area: 'outage', figure: 'start of that server', value: startMs, unit: 'ms' };
    return [...toRows(`${stored} vehicles, no engine, server started`, shown), start];
  } finally {
    removePointer(stack.dist, dealer.slug);
    rmSync(folder, { recursive: true, force: true });
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Pages a shopper sees while Meilisearch is unavailable: after a server restart without it, and with the engine
 * frozen.
 */
export async function benchOutage(run: BenchRun): Promise<Measurement[]> {
  const stack = await recordedStack();
  let server = await startServeProcess(stack);
  try {
    const rows: Measurement[] = [];
    await firstResponses(server, stack);
    process.kill(stack.meilisearch.pid, 'SIGSTOP');
    rows.push(...toRows('engine frozen, pages cached', await firstResponses(server, stack)));
    await server.stop();
    server = await startServeProcess(stack);
    rows.push(...toRows('engine frozen, server restarted', await firstResponses(server, stack)));
    process.kill(stack.meilisearch.pid, 'SIGCONT');
    await pause(SETTLE_MS);
    await stack.meilisearch.stop();
    await server.stop();
    server = await startServeProcess(stack);
    rows.push(...toRows('engine stopped, server restarted', await firstResponses(server, stack)));
    rows.push(...(await largeDealer(stack, run)));
    return rows;
  } finally {
    await server.stop();
    await stack.meilisearch.stop();
  }
}
