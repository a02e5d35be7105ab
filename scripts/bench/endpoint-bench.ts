import { Agent } from 'node:http';
import { startServeProcess } from '../programs/serve-process.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { requireOk, send, type Target, throughput } from './http-load.ts';
import { type Measurement, median, percentile } from './measurement.ts';
import { recordedStack } from './recorded-stack.ts';
import {
  CONCURRENT,
  latencies,
  type PairSize,
  pick,
  type SearchPair,
  searchPair,
  throughputs,
  WARM_UPS,
} from './search-pair.ts';

const HEALTH_TOKEN = 'token-of-the-endpoint-bench';
const FULL = { warmUps: WARM_UPS, samples: 200, windowSeconds: 2, windows: 5 };
const TINY = { warmUps: 1, samples: 5, windowSeconds: 0.2, windows: 1 };

/** The endpoint against a raw multi-search of the same queries, as a browser's use of the search page causes them. */
export async function benchEndpoint(run: BenchRun): Promise<Measurement[]> {
  const stack = await recordedStack();
  const server = await startServeProcess({ ...stack, env: { ...stack.env, HEALTH_TOKEN } });
  try {
    const pair = searchPair(stack, server.port, stack.meilisearch);
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

async function measure(pair: SearchPair, size: PairSize): Promise<Measurement[]> {
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
