import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import getPort from 'get-port';
import { afterEach, expect, it } from 'vitest';
import { serveMadeUp } from '../fixtures/serve-made-up.ts';
import { getFrom } from '../fixtures/shoppers.ts';

let server: Awaited<ReturnType<typeof serveMadeUp>>;
afterEach(() => server.end());

const PAGE = { '/contact-us/index.html': '<p>page</p>' };
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error));

it('PLAT-30 a server is ready from its first connection to the stop signal, on any host', async () => {
  const port = await getPort();
  const outcomes: unknown[] = [];
  const look = async () => {
    const seen = await getFrom(port, '/health/ready').then(({ status, body }) => `${status} ${body}`, codeOf);
    if (seen !== outcomes.at(-1)) outcomes.push(seen);
  };
  let isOver = false;
  const looking = (async () => {
    for (; !isOver; await setTimeout(5)) await look();
  })();
  server = await serveMadeUp(PAGE, { env: { PORT: String(port), DRAIN_ANNOUNCE_MS: '1000' } });
  // Without a name of a site.
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
  process.kill(server.pid, 'SIGTERM');
  expect(await server.exited).toBe(0);
  await look();
  isOver = true;
  await looking;
  expect(outcomes).toEqual([
    'ECONNREFUSED',
    '200 {"status":"ready"}',
    '503 {"status":"stopping"}',
    'ECONNREFUSED',
  ]);
});

it('PLAT-31 while a stop is announced new connections are served, and open ones stay open', async () => {
  server = await serveMadeUp(PAGE, { env: { DRAIN_ANNOUNCE_MS: '1500' } });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const page = (by: Agent | false = false) => getFrom(server.port, '/contact-us', by);
  process.kill(server.pid, 'SIGTERM');
  await expect
    .poll(async () => (await getFrom(server.port, '/health/ready')).status, { interval: 20 })
    .toBe(503);
  expect((await page()).status).toBe(200);
  expect((await page(agent)).headers.connection).toBe('keep-alive');
  await expect.poll(() => page().catch(codeOf)).toBe('ECONNREFUSED');
  const last = await page(agent);
  expect([last.status, last.headers.connection]).toEqual([200, 'close']);
  expect(await server.exited).toBe(0);
});
