import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_QUEUED_REQUESTS } from '#src/platform/http/connections.ts';
import { ask, RIVERBEND, startSite } from '../fixtures/http-site.ts';
import { serveMadeUp } from '../fixtures/serve-made-up.ts';

const BIG = '/_astro/big.abc123.js';
const PAGE = '/contact-us';
const big = `/*${'x'.repeat(400_000)}*/`;
const FILES = { [BIG]: big, [`${PAGE}/index.html`]: `<p>${'page '.repeat(8000)}` };
const asking = (path: string, times = 1) =>
  `GET ${path} HTTP/1.1\r\nHost: ${RIVERBEND}\r\n\r\n`.repeat(times);

const opened = (port: number, lines: string) =>
  new Promise<Socket>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(lines, () => resolve(socket)));
    socket.on('error', () => resolve(socket));
  });

const connectionsTo = (port: number, count: number, lines: string) =>
  Promise.all(Array.from({ length: count }, () => opened(port, lines)));

describe('a server in a process of its own', () => {
  let server: Awaited<ReturnType<typeof serveMadeUp>>;

  beforeAll(async () => {
    server = await serveMadeUp(FILES, { openFiles: 1024 });
  });
  afterAll(() => server.end());

  /** Connections the server itself may open to its database. */
  const OWN_CONNECTIONS = 3;

  /** Until all that clients left behind is closed. */
  const settled = (before: number) =>
    expect.poll(server.descriptors).toBeLessThanOrEqual(before + OWN_CONNECTIONS);

  const abort = (path: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(asking(path)));
      socket.once('data', () => socket.destroy());
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });

  it.each([BIG, PAGE])(
    'PLAT-02 a client that leaves in the middle of %s leaves no file open',
    async (path) => {
      const before = server.descriptors();
      for (let round = 0; round < 10; round += 1) {
        await Promise.all(Array.from({ length: 50 }, () => abort(path)));
      }
      await settled(before);
    },
  );

  it.each([BIG, PAGE])('PLAT-02 thousands of unread requests for %s do no harm', async (path) => {
    const before = server.descriptors();
    const sockets = await connectionsTo(server.port, 40, asking(path, 100));
    for (const socket of sockets) socket.pause();
    expect((await ask(server.port, { path: PAGE })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await settled(before);
    expect(server.isAlive()).toBe(true);
  });

  it('PLAT-02 a file that a publish removes during a request is found or not found', async () => {
    const file = join(server.site, BIG);
    for (const twin of ['.br', '.gz']) rmSync(file + twin);
    let isAsked = true;
    const publishing = (async () => {
      while (isAsked) {
        rmSync(file, { force: true });
        await wait(1);
        writeFileSync(`${file}~`, big);
        renameSync(`${file}~`, file);
        await wait(1);
      }
    })();
    const seen = new Set<number>();
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ask(server.port, { path: BIG }).then(({ status }) => status)),
      );
      for (const status of answers) seen.add(status);
    }
    isAsked = false;
    await publishing;
    expect([...seen].every((status) => status === 200 || status === 404)).toBe(true);
    expect(server.isAlive()).toBe(true);
  });
});

describe('limits of connections', () => {
  const limits = { all: 20, perNetwork: 10, unreadMs: 30_000 };
  let inProgress = 0;
  let most = 0;
  const slowPage = async () => {
    inProgress += 1;
    most = Math.max(most, inProgress);
    await wait(5);
    inProgress -= 1;
    return new Response('page');
  };

  it('PLAT-02 requests of one connection are served one after the other, up to a limit', async () => {
    const site = await startSite(slowPage);
    const { received, closed } = await site.raw(asking('/enquire/page', 50), 10_000);
    expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(MAX_QUEUED_REQUESTS);
    expect(received.match(/Connection: close/gi)).toHaveLength(1);
    expect({ closed, most }).toEqual({ closed: true, most: 1 });
    const few = await site.raw(`${asking('/enquire/page', 3)}`, 500);
    expect(few.received.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    await site.stop();
  });

  it('PLAT-02 one client network takes only part of the connections, and gives them back', async () => {
    const site = await startSite(slowPage, { connections: limits });
    const sockets = await connectionsTo(site.port, limits.perNetwork, '');
    await expect(ask(site.port, { path: '/enquire/page' })).rejects.toThrow(/ECONNRESET|socket hang up/);
    sockets[0]?.destroy();
    await expect
      .poll(() => ask(site.port, { path: '/enquire/page' }).catch(() => undefined))
      .toMatchObject({ status: 200 });
    for (const socket of sockets) socket.destroy();
    await site.stop();
  });

  it('PLAT-02 a trusted proxy takes all connections there are', async () => {
    const site = await startSite(slowPage, { connections: limits, env: { TRUSTED_PROXIES: ['127.0.0.1'] } });
    const sockets = await connectionsTo(site.port, limits.perNetwork + 5, '');
    expect((await ask(site.port, { path: '/enquire/page' })).status).toBe(200);
    const more = await connectionsTo(site.port, 5, '');
    await expect(ask(site.port, { path: '/enquire/page' })).rejects.toThrow(/ECONNRESET|socket hang up/);
    for (const socket of [...sockets, ...more]) socket.destroy();
    await site.stop();
  });

  /** Too much for what the system holds between the two. */
  const body = Buffer.alloc(30_000_000, 'x');

  it('PLAT-02 a client that does not read is cut off, although it keeps sending requests', async () => {
    const unread = { ...limits, unreadMs: 300 };
    const site = await startSite(async () => new Response(body), { connections: unread });
    const socket = await opened(site.port, asking('/enquire/page'));
    const asks = setInterval(() => socket.write('GET /enquire/again HTTP/1.1\r\nHost: x\r\n\r\n'), 100);
    const isCutOff = new Promise<boolean>((resolve) => {
      socket.pause();
      socket.on('error', () => resolve(true));
      socket.on('close', () => resolve(true));
    });
    expect(await isCutOff).toBe(true);
    clearInterval(asks);
    socket.destroy();
    await site.stop();
  });

  it('PLAT-02 a client that reads slowly gets all of it', async () => {
    const site = await startSite(async () => new Response(body), {
      connections: { ...limits, unreadMs: 1000 },
    });
    const received = await new Promise<number>((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port: site.port,
          path: '/enquire/page',
          headers: { Host: RIVERBEND },
          agent: false,
        },
        async (res) => {
          let size = 0;
          let rested = 0;
          try {
            for await (const chunk of res) {
              size += chunk.length;
              if (size - rested < 2_000_000) continue;
              rested = size;
              await wait(150);
            }
            resolve(size);
          } catch (error) {
            reject(error);
          }
        },
      );
      asked.on('error', reject).end();
    });
    expect(received).toBe(body.length);
    await site.stop();
  });
});
