import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codePointer } from '#src/dealer-files/release/release-folders.ts';
import { switchCode } from '#src/publishing/release/code-release.ts';
import { serveSites } from '#src/publishing/serve/serve-sites.ts';
import { openServices } from '#src/server/services.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { ask, environment, tempFolder } from '../fixtures/http-site.ts';
import { storeMadeUpCode } from '../fixtures/made-up-code.ts';

/** What the page of the made-up code and the tests know of each other. */
const SLOW_PAGE = 'slowPage';
type SlowPage = { begun: PromiseWithResolvers<void>; mayEnd: PromiseWithResolvers<void> };
let folder: string;
let slow: SlowPage;

beforeEach(async () => {
  folder = tempFolder();
  const dist = join(folder, 'dist');
  slow = { begun: Promise.withResolvers(), mayEnd: Promise.withResolvers() };
  Object.assign(globalThis, { [SLOW_PAGE]: slow });
  const entry = `export async function renderPage(request) {
    const { begun, mayEnd } = globalThis.${SLOW_PAGE};
    if (request.url.includes('slow')) {
      begun.resolve();
      await mayEnd.promise;
    }
    return new Response('finished');
  }`;
  storeMadeUpCode(dist, 'first', entry);
  await switchCode(dist, 'first');
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, SLOW_PAGE);
  rmSync(folder, { recursive: true, force: true });
});

async function serve(port = 0) {
  const services = await openServices({
    env: { ...(await environment(folder)), PORT: port },
    dealers: demoDealers(),
  });
  return serveSites({ services, dist: join(folder, 'dist') });
}

it('PLAT-02 stopping lets a running response finish and accepts no new requests', async () => {
  const site = await serve();
  const underWay = ask(site.port, { path: '/enquire/slow' });
  await slow.begun.promise;
  const stopped = site.stop();
  // Connections that the system has made already are answered first.
  const late = () => ask(site.port, { path: '/late' }).then(({ status }) => status, String);
  await expect.poll(late).toContain('ECONNREFUSED');
  slow.mayEnd.resolve();
  expect((await underWay).body).toBe('finished');
  await stopped;
});

it('PLAT-02 stopping promptly ends idle connections, and still finishes running requests', async () => {
  const site = await serve();
  const silent = connect(site.port, '127.0.0.1');
  await once(silent, 'connect');
  const agent = new Agent({ keepAlive: true });
  const idle = request({ port: site.port, host: '127.0.0.1', path: '/enquire/idle', agent }).end();
  const [answer] = await once(idle, 'response');
  answer.resume();
  await once(answer, 'end');
  const underWay = ask(site.port, { path: '/enquire/slow' });
  await slow.begun.promise;
  const ended = Promise.all([once(silent, 'close'), idle.socket && once(idle.socket, 'close')]);
  // A drain gives both the five seconds of a keep-alive connection and more.
  const stopped = site.stop({ promptly: true }).then(() => 'stopped');
  slow.mayEnd.resolve();
  expect((await underWay).body).toBe('finished');
  await ended;
  expect(await stopped).toBe('stopped');
  agent.destroy();
});

it('PLAT-02 a taken port is reported with the remedy', async () => {
  const site = await serve();
  await expect(serve(site.port)).rejects.toThrow(`Port ${site.port} is taken.`);
  await site.stop();
});

it.each([
  ['nothing', () => rmSync(join(folder, 'dist'), { recursive: true })],
  ['a build whose code is gone', () => rmSync(join(folder, 'dist', 'code'), { recursive: true })],
  ['half a pointer', () => writeFileSync(codePointer(join(folder, 'dist')), '{"code":')],
])('PLAT-01 %s to serve is reported with the command that builds it', async (_, spoil) => {
  spoil();
  await expect(serve()).rejects.toThrow('npm run build');
});
