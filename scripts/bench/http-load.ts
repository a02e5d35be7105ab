import { Agent, request } from 'node:http';

export type Target = {
  port: number;
  /** Sent as it is. */
  path: string;
  headers: Record<string, string>;
  method?: 'GET' | 'POST';
  /** Address of the client; chosen by the machine where none is given. */
  from?: string;
};
/** `bytes` as the network carried them, compressed where that was asked for. */
export type Reply = { status: number; text: string; bytes: number; ms: number };

const LONGEST_MS = 60_000;

/** Node's fetch asks for compression, which costs Meilisearch 44 ms a response; plain http does not. */
export function send(target: Target, agent: Agent | false, body?: string): Promise<Reply> {
  const { port, path, headers, method = body === undefined ? 'GET' : 'POST', from } = target;
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const length =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const req = request(
      {
        ...{ host: '127.0.0.1', port, path, method, agent },
        headers: { ...length, ...headers },
        ...(from !== undefined && { localAddress: from }),
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => {
          const whole = Buffer.concat(chunks);
          const ms = performance.now() - started;
          resolve({ status: res.statusCode ?? 0, text: whole.toString(), bytes: whole.length, ms });
        });
      },
    );
    req.setTimeout(LONGEST_MS, () => req.destroy());
    req.on('error', reject);
    req.end(body);
  });
}

export function requireOk({ status, text }: Reply): void {
  if (status !== 200) throw new Error(`Answered ${status}: ${text.slice(0, 200)}`);
}

/** Requests a second that `concurrent` clients complete, each sending the next when the last is answered. */
export async function throughput(options: {
  target: Target;
  bodies: (at: number) => string;
  concurrent: number;
  seconds: number;
}): Promise<number> {
  const { target, bodies, concurrent, seconds } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: concurrent });
  const started = performance.now();
  const end = started + seconds * 1000;
  let at = 0;
  let answered = 0;
  const client = async () => {
    while (performance.now() < end) {
      requireOk(await send(target, agent, bodies(at++)));
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrent }, client));
  agent.destroy();
  return answered / ((performance.now() - started) / 1000);
}
