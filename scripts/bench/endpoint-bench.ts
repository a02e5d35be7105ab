import { Agent } from 'node:http';
import { startServeProcess } from '../programs/serve-process.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { requireOk, send, type Target, throughput } from './http-load.ts';
import { type Measurement, median, percentile } from './measurement.ts';
import { recordedStack } from './recorded-stack.ts';

const CONCURRENT = 16;
const HEALTH_TOKEN = 'token-of-the-endpoint-bench';
const FULL = { warmUps: 20, samples: 200, windowSeconds: 2, windows: 5 };
const TINY = { warmUps: 1, samples: 5, windowSeconds: 0.2, windows: 1 };
type Size = typeof FULL;

type SearchPair = {
  /** The site's endpoint and the bodies a shopper's browser sends it. */
  endpoint: Target & { bodies: readonly string[] };
  /** The multi-search that each of those bodies causes, sent straight to Meilisearch. */
  raw: Target & { bodies: readonly string[] };
};

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

const pick = (bodies: readonly string[], at: number) => bodies[at % bodies.length] ?? '';

/** One at a time, endpoint and engine alternately, so that both run under the same load. */
async function latencies(
  { endpoint, raw }: SearchPair,
  { warmUps, samples }: Size,
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

async function throughputs({ endpoint, raw }: SearchPair, { windows, windowSeconds }: Size) {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let window = 0; window < windows; window++) {
    const from = (window + 1) * 1_000_000;
    const load = { concurrent: CONCURRENT, seconds: windowSeconds };
    theirs.push(
      await throughput({
        ...load,
        target: raw,
        bodies: (at) => differing.caused(pick(raw.bodies, at), from + at),
      }),
    );
    ours.push(
      await throughput({
        ...load,
        target: endpoint,
        bodies: (at) => differing.sent(pick(endpoint.bodies, at), from + at),
      }),
    );
  }
  return { ours: median(ours), theirs: median(theirs) };
}

/** The endpoint against a raw multi-search of the same queries, as a browser's use of the search page causes them. */
export async function benchEndpoint(run: BenchRun): Promise<Measurement[]> {
  const stack = await recordedStack();
  const server = await startServeProcess({ ...stack, env: { ...stack.env, HEALTH_TOKEN } });
  try {
    const pair: SearchPair = {
      endpoint: {
        url: new URL('/api/search', `http://127.0.0.1:${server.port}`),
        headers: { host: `${stack.dealer}.localhost` },
        bodies: stack.searches.map(({ sent }) => sent),
      },
      raw: {
        url: new URL('/multi-search', stack.meilisearch.host),
        headers: { authorization: `Bearer ${stack.meilisearch.key}` },
        bodies: stack.searches.map(({ caused }) => caused),
      },
    };
    return await measure(pair, sized(run, FULL, TINY));
  } finally {
    await server.stop();
    await stack.meilisearch.stop();
  }
}

/** The number of searches the engine has not answered since the server started. */
async function searchesDiverted({ endpoint }: SearchPair): Promise<number> {
  const agent = new Agent();
  const health: Target = {
    url: new URL('/health', endpoint.url),
    headers: { ...endpoint.headers, authorization: `Bearer ${HEALTH_TOKEN}` },
    method: 'GET',
  };
  const reply = await send(health, agent);
  requireOk(reply);
  return (JSON.parse(reply.text) as { searchesDiverted: number }).searchesDiverted;
}

async function measure(pair: SearchPair, size: Size): Promise<Measurement[]> {
  const divertedBefore = await searchesDiverted(pair);
  const { ours, theirs } = await latencies(pair, size);
  const over = (figure: string, of: (times: number[]) => number, most: number): Measurement => ({
    area: 'endpoint',
    figure: `${figure} over raw multi-search, 1 concurrent`,
    value: of(ours) - of(theirs),
    unit: 'ms',
    goal: { atMost: most },
    against: `${of(ours).toFixed(1)} against ${of(theirs).toFixed(1)} ms`,
  });
  const many = await throughputs(pair, size);
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
    {
      area: 'endpoint',
      figure: `share of raw throughput, ${CONCURRENT} concurrent, no query twice`,
      value: (100 * many.ours) / many.theirs,
      unit: '%',
      goal: { atLeast: 60 },
      against: `${Math.round(many.ours)} against ${Math.round(many.theirs)} a second`,
    },
    {
      area: 'endpoint',
      figure: 'searches of these the database had to answer',
      value: diverted,
      unit: '',
      goal: { atMost: 0 },
    },
    {
      area: 'endpoint',
      figure: `repeated queries, ${CONCURRENT} concurrent`,
      value: Math.round(repeated),
      unit: 'a second',
      goal: { atLeast: 2000 },
    },
  ];
}
