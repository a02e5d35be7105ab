import { Agent, request } from 'node:http';

/** As the network carries it: no client in between may have unpacked it. */
const weigh = (url: URL, headers: Record<string, string>, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: new Agent() }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${url.pathname} returned ${response.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Bytes of the responses to these bodies, compressed by brotli. */
export async function weighResponses(
  port: number,
  host: string,
  bodies: readonly string[],
): Promise<number[]> {
  const url = new URL('/api/search', `http://127.0.0.1:${port}`);
  const weights: number[] = [];
  for (const body of bodies) {
    const headers = {
      host,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'accept-encoding': 'br',
    };
    weights.push(await weigh(url, headers, body));
  }
  return weights;
}
