import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Meilisearch } from 'meilisearch';
import { SEARCH_PATH } from '#src/features/search/search-index.ts';
import { type RunningMeilisearch, startMeilisearch } from '../programs/meilisearch-program.ts';
import { startServeProcess } from '../programs/serve-process.ts';
import { requireOk, send, type Target, throughput } from './http-load.ts';
import { type BenchRun, type Measurement, median, percentile, rowsOf, sized } from './measurement.ts';
import { type RecordedStack, recordedStack } from './recorded-stack.ts';

/** The engine takes 100 MB at once. */
const DOCUMENTS_AT_ONCE = 20_000;
const INDEXING_TIMEOUT_MS = 1_800_000;

type Document = { id: string; dealer: string };
type Settings = Record<string, unknown>;

const open = ({ host, key }: RunningMeilisearch) => new Meilisearch({ host, apiKey: key });

async function allDocuments(from: Meilisearch, index: string): Promise<Document[]> {
  const { total } = await from
    .index(index)
    .getStats()
    .then(({ numberOfDocuments }) => ({ total: numberOfDocuments }));
  const { results } = await from.index(index).getDocuments<Document>({ limit: total });
  return results;
}

/** The same vehicles at other dealers, until there are as many as asked for. */
function* fleet(documents: readonly Document[], vehicles: number): Generator<Document> {
  for (let at = 0; at < vehicles; at += 1) {
    const document = documents[at % documents.length];
    const round = Math.floor(at / documents.length);
    if (!document) return;
    yield round === 0
      ? document
      : { ...document, id: `${document.id}-${round}`, dealer: `${document.dealer}-${round}` };
  }
}

/**
 * A search engine of its own with an index of so many vehicles: those of the demo, and the same at other dealers.
 * Its data goes with `stop`.
 */
async function startFleetIndex(
  demo: RunningMeilisearch,
  index: string,
  vehicles: number,
): Promise<RunningMeilisearch> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-fleet-'));
  const engine = await startMeilisearch(folder);
  const stop = async () => {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [from, to] = [open(demo), open(engine)];
    const settings = (await from.index(index).getSettings()) as Settings;
    const wait = { timeout: INDEXING_TIMEOUT_MS };
    await to.createIndex(index, { primaryKey: 'id' }).waitTask(wait);
    await to.index(index).updateSettings(settings).waitTask(wait);
    let batch: Document[] = [];
    const send = async () => {
      if (batch.length > 0) await to.index(index).addDocuments(batch).waitTask(wait);
      batch = [];
    };
    for (const document of fleet(await allDocuments(from, index), vehicles)) {
      batch.push(document);
      if (batch.length >= DOCUMENTS_AT_ONCE) await send();
    }
    await send();
    return { ...engine, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** How long the two are asked. */
type PairSize = { warmUps: number; samples: number; windowSeconds: number; windows: number };

const CONCURRENT = 16;
/** A server compiles what it runs often: its first hundreds of searches take longer. */
const WARM_UPS = 400;

type SearchPair = {
  /** The site's endpoint and the bodies a shopper's browser sends it. */
  endpoint: Target & { bodies: readonly string[] };
  /** The multi-search that each of those bodies causes, sent straight to Meilisearch. */
  raw: Target & { bodies: readonly string[] };
};

/** @param port of the process that serves `stack`. @param engine that it asks */
const searchPair = (
  stack: RecordedStack,
  port: number,
  engine: { host: string; key: string },
): SearchPair => ({
  endpoint: {
    ...{ port, path: SEARCH_PATH },
    headers: { host: `${stack.dealer}.localhost` },
    bodies: stack.searches.map(({ sent }) => sent),
  },
  raw: {
    ...{ port: Number(new URL(engine.host).port), path: '/multi-search' },
    headers: { authorization: `Bearer ${engine.key}` },
    bodies: stack.searches.map(({ caused }) => caused),
  },
});

type Sent = { requests: { params?: { numericFilters?: string[] } }[] };
type Caused = { queries: { filter?: unknown[] }[] };

/**
 * The same search with a bound that lets every car through and that no search had before, so that neither side can
 * answer from memory.
 */
const differing = {
  sent(body: string, at: number): string {
    const { requests } = JSON.parse(body) as Sent;
    const bound = `created_at_timestamp>=${at}`;
    return JSON.stringify({
      requests: requests.map(({ params = {}, ...rest }) => ({
        ...rest,
        params: { ...params, numericFilters: [...(params.numericFilters ?? []), bound] },
      })),
    });
  },
  caused(body: string, at: number): string {
    const { queries } = JSON.parse(body) as Caused;
    const bound = `created_at_timestamp >= ${at}`;
    return JSON.stringify({
      queries: queries.map((query) => ({ ...query, filter: [...(query.filter ?? []), bound] })),
    });
  },
};

/** Of the golden ratio: any share is spread evenly. */
const REPEAT_STEP = 0.618034;

const pick = (bodies: readonly string[], at: number) => bodies[at % bodies.length] ?? '';

/** One at a time, endpoint and engine alternately, so that both run under the same load. */
async function latencies(
  { endpoint, raw }: SearchPair,
  { warmUps, samples }: PairSize,
): Promise<{ ours: number[]; theirs: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let at = 0; at < warmUps + samples; at++) {
    const mine = await send(endpoint, agent, differing.sent(pick(endpoint.bodies, at), at));
    const engine = await send(raw, agent, differing.caused(pick(raw.bodies, at), at));
    requireOk(mine);
    requireOk(engine);
    if (at < warmUps) continue;
    ours.push(mine.ms);
    theirs.push(engine.ms);
  }
  agent.destroy();
  return { ours, theirs };
}

/**
 * Searches a second by many clients, endpoint and engine in turn.
 * @param repeated share of the searches that were asked before
 */
async function throughputs(
  { endpoint, raw }: SearchPair,
  { windows, windowSeconds }: PairSize,
  repeated = 0,
) {
  const isRepeated = (at: number) => (at * REPEAT_STEP) % 1 < repeated;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let window = 0; window < windows; window++) {
    const from = (window + 1) * 1_000_000;
    const load = { concurrent: CONCURRENT, seconds: windowSeconds };
    theirs.push(
      await throughput({
        ...load,
        target: raw,
        bodies: (at) => {
          const body = pick(raw.bodies, at);
          return isRepeated(at) ? body : differing.caused(body, from + at);
        },
      }),
    );
    ours.push(
      await throughput({
        ...load,
        target: endpoint,
        bodies: (at) => {
          const body = pick(endpoint.bodies, at);
          return isRepeated(at) ? body : differing.sent(body, from + at);
        },
      }),
    );
  }
  return { ours: median(ours), theirs: median(theirs) };
}

const HEALTH_TOKEN = 'token-of-the-endpoint-bench';
const VEHICLES = 10_000;
/** Vehicles of a tiny run: those of the demo alone. */
const TINY_VEHICLES = 100;
const REPEATED = 0.7;
const FULL = { warmUps: WARM_UPS, samples: 200, windowSeconds: 2, windows: 5 };
const TINY = { warmUps: 1, samples: 5, windowSeconds: 0.2, windows: 1 };

/** The number of searches the engine has not answered since the server started. */
async function searchesDiverted({ endpoint }: SearchPair): Promise<number> {
  const agent = new Agent();
  const health: Target = {
    ...{ port: endpoint.port, path: '/health' },
    headers: { ...endpoint.headers, authorization: `Bearer ${HEALTH_TOKEN}` },
    method: 'GET',
  };
  const reply = await send(health, agent);
  requireOk(reply);
  return (JSON.parse(reply.text) as { searchesDiverted: number }).searchesDiverted;
}

/** The endpoint over the engine itself, both over one index of so many vehicles at many dealers. */
async function fleetRows(stack: RecordedStack, run: BenchRun, vehicles: number): Promise<Measurement[]> {
  const size = sized(run, FULL, TINY);
  const engine = await startFleetIndex(stack.meilisearch, 'vehicles', vehicles);
  const env = { ...stack.env, MEILI_HOST: engine.host, MEILI_KEY: engine.key, HEALTH_TOKEN };
  const server = await startServeProcess({ ...stack, env });
  const row = rowsOf(`endpoint, ${vehicles.toLocaleString('en-AU')} vehicles`);
  try {
    const pair = searchPair(stack, server.port, engine);
    const divertedBefore = await searchesDiverted(pair);
    const { ours, theirs } = await latencies(pair, size);
    const over = (figure: string, of: (times: number[]) => number, most: number) =>
      row(
        `over raw multi-search, ${figure}`,
        of(ours) - of(theirs),
        'ms',
        { atMost: most },
        `${of(ours).toFixed(1)} against ${of(theirs).toFixed(1)} ms`,
      );
    const share = async (figure: string, repeated: number, least: number) => {
      const many = await throughputs(pair, size, repeated);
      return row(
        `share of raw throughput, ${CONCURRENT} concurrent, ${figure}`,
        (100 * many.ours) / many.theirs,
        '%',
        { atLeast: least },
        `${Math.round(many.ours)} against ${Math.round(many.theirs)} a second`,
      );
    };
    const shares = [
      await share('no query twice', 0, 60),
      await share(`${100 * REPEATED} % repeated`, REPEATED, 100),
    ];
    const diverted = (await searchesDiverted(pair)) - divertedBefore;
    const repeated = await throughput({
      target: pair.endpoint,
      bodies: (at) => pick(pair.endpoint.bodies, at),
      concurrent: CONCURRENT,
      seconds: size.windowSeconds * 2,
    });
    return [
      over('median', median, 3),
      over('p95', (times) => percentile(times, 95), 8),
      ...shares,
      row('searches of these the database had to answer', diverted, '', { atMost: 0 }),
      row(`repeated queries, ${CONCURRENT} concurrent`, Math.round(repeated), 'a second', { atLeast: 2000 }),
    ];
  } finally {
    await server.stop();
    await engine.stop();
  }
}

/** The endpoint against a raw multi-search of the same queries, as a browser's use of the search page causes them. */
export async function benchEndpoint(run: BenchRun): Promise<Measurement[]> {
  const stack = await recordedStack();
  try {
    const rows: Measurement[] = [];
    for (const vehicles of run.vehicles ?? [sized(run, VEHICLES, TINY_VEHICLES)])
      rows.push(...(await fleetRows(stack, run, vehicles)));
    return rows;
  } finally {
    await stack.meilisearch.stop();
  }
}
