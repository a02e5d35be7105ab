import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

const LOOK_EVERY_MS = 250;
const LOOK_TIMEOUT_MS = 2000;
/** As Caddy's `lb_try_duration`: how long a request that no server has taken waits for one. */
const TRY_MS = 10_000;
const TRY_EVERY_MS = 100;

export type Front = {
  port: number;
  /** Ports that are ready now. */
  ready(): number[];
  stop(): Promise<void>;
};

/**
 * What Caddy does with `scripts/deploy/Caddyfile`: asks each server whether it is ready, takes turns among those that
 * are, and sends a request again only if no server has taken it.
 * @param ports of servers, which may change while it runs
 */
export async function startFront(ports: () => readonly number[]): Promise<Front> {
  const agent = new Agent({ keepAlive: true, timeout: 4000 });
  let ready: number[] = [];
  let turn = 0;

  const isReady = (port: number) =>
    new Promise<boolean>((resolve) => {
      const asked = request({ host: '127.0.0.1', port, path: '/health/ready', agent: false }, (res) => {
        res.resume();
        resolve(res.statusCode === 200);
      });
      asked.setTimeout(LOOK_TIMEOUT_MS, () => asked.destroy());
      asked.on('error', () => resolve(false));
      asked.end();
    });
  async function look(): Promise<void> {
    const all = [...ports()];
    const found = await Promise.all(all.map(isReady));
    ready = all.filter((_, at) => found[at]);
  }
  await look();
  const looking = setInterval(() => void look(), LOOK_EVERY_MS);

  async function pass(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void> {
    const until = performance.now() + TRY_MS;
    for (;;) {
      const port = ready[turn++ % Math.max(1, ready.length)];
      const outcome = port === undefined ? 'untaken' : await passTo(port, req, res, body);
      if (outcome === 'sent') return;
      if (outcome === 'broken' || performance.now() > until) {
        if (res.headersSent) res.destroy();
        else res.writeHead(502).end();
        return;
      }
      if (port !== undefined) ready = ready.filter((each) => each !== port);
      await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
    }
  }

  /** `untaken`: the connection was refused; `broken`: the server may have begun. */
  const passTo = (port: number, req: IncomingMessage, res: ServerResponse, body: Buffer) =>
    new Promise<'sent' | 'untaken' | 'broken'>((resolve) => {
      const headers = { ...req.headers, 'content-length': String(body.length) };
      const onward = request(
        { host: '127.0.0.1', port, path: req.url, method: req.method, headers, agent },
        (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.on('error', () => {
            res.destroy();
            resolve('broken');
          });
          answer.on('end', () => resolve('sent'));
          answer.pipe(res);
        },
      );
      onward.on('error', (error: NodeJS.ErrnoException) => {
        // A connection that stayed open may have been closed by the server before the request came.
        const isUnused = onward.reusedSocket && error.code === 'ECONNRESET' && req.method === 'GET';
        resolve(error.code === 'ECONNREFUSED' || isUnused ? 'untaken' : 'broken');
      });
      onward.end(body);
    });

  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => void pass(req, res, Buffer.concat(chunks)));
    req.on('error', () => res.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    ready: () => ready,
    async stop() {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
