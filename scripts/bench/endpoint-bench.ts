import { request } from 'node:http';
import { type Measurement, median, percentile } from './measurement.ts';

const WARM_UPS = 20;
const SAMPLES = 200;

/** Node's fetch asks for compression, which costs Meilisearch 44 ms an answer; plain http does not. */
function post(
  target: URL,
  headers: Record<string, string>,
  body: string,
): Promise<{ status: number; text: string; ms: number }> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const req = request(
      {
        host: '127.0.0.1',
        port: target.port,
        path: target.pathname,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () =>
          resolve({
            status: res.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            ms: performance.now() - started,
          }),
        );
      },
    );
    req.on('error', reject);
    req.end(body);
  });
}

export type EndpointPair = {
  /** The site's endpoint and the bodies a shopper's browser sends it. */
  endpoint: { url: URL; host: string; bodies: string[] };
  /** The multi-search that each of those bodies causes, sent straight to Meilisearch. */
  raw: { url: URL; key: string; bodies: string[] };
};

async function sample(
  send: (at: number) => Promise<{ status: number; text: string; ms: number }>,
): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < WARM_UPS + SAMPLES; at++) {
    const { status, text, ms } = await send(at);
    if (status !== 200) throw new Error(`The search answered ${status}: ${text.slice(0, 200)}`);
    if (at >= WARM_UPS) times.push(ms);
  }
  return times;
}

/** The endpoint against a raw multi-search of the same queries, one at a time. */
export async function benchEndpoint({ endpoint, raw }: EndpointPair): Promise<Measurement[]> {
  const pick = (bodies: string[], at: number) => bodies[at % bodies.length] ?? '';
  const ours = await sample((at) => post(endpoint.url, { host: endpoint.host }, pick(endpoint.bodies, at)));
  const theirs = await sample((at) =>
    post(raw.url, { authorization: `Bearer ${raw.key}` }, pick(raw.bodies, at)),
  );
  const row = (figure: string, at: (times: number[]) => number, most: number): Measurement => ({
    area: 'endpoint',
    figure: `${figure} over raw multi-search, 1 concurrent`,
    value: at(ours) - at(theirs),
    unit: 'ms',
    goal: { atMost: most },
    against: `${at(ours).toFixed(1)} against ${at(theirs).toFixed(1)} ms`,
  });
  return [row('median', median, 3), row('p95', (times) => percentile(times, 95), 8)];
}
