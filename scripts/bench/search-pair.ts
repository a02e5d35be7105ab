import { Agent } from 'node:http';
import { requireOk, send, type Target, throughput } from './http-load.ts';
import { median } from './measurement.ts';
import type { RecordedStack } from './recorded-stack.ts';

/** How long the two are asked. */
export type PairSize = { warmUps: number; samples: number; windowSeconds: number; windows: number };

export const CONCURRENT = 16;
/** A server compiles what it runs often: its first hundreds of searches take longer. */
export const WARM_UPS = 400;

export type SearchPair = {
  /** The site's endpoint and the bodies a shopper's browser sends it. */
  endpoint: Target & { bodies: readonly string[] };
  /** The multi-search that each of those bodies causes, sent straight to Meilisearch. */
  raw: Target & { bodies: readonly string[] };
};

/** @param port of the process that serves `stack`. @param engine that it asks */
export const searchPair = (
  stack: RecordedStack,
  port: number,
  engine: { host: string; key: string },
): SearchPair => ({
  endpoint: {
    url: new URL('/api/search', `http://127.0.0.1:${port}`),
    headers: { host: `${stack.dealer}.localhost` },
    bodies: stack.searches.map(({ sent }) => sent),
  },
  raw: {
    url: new URL('/multi-search', engine.host),
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

export const pick = (bodies: readonly string[], at: number) => bodies[at % bodies.length] ?? '';

/** One at a time, endpoint and engine alternately, so that both run under the same load. */
export async function latencies(
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
export async function throughputs(
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
