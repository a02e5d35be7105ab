import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ServeProcess } from '../../scripts/programs/serve-process.ts';
import { runReleases } from '../../scripts/releases/run-releases.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { pageOf, publishMadeUp, sharedMachines } from '../fixtures/shared-machines.ts';

let machines: Awaited<ReturnType<typeof sharedMachines>>;
const servers: ServeProcess[] = [];

beforeAll(async () => {
  machines = await sharedMachines();
});
afterEach(async () => {
  machines.gate.open();
  await Promise.all(servers.splice(0).map((server) => server.stop('SIGKILL')));
});
afterAll(() => machines.stop());

async function serve(dist = machines.emptyDist(), more: Record<string, string> = {}): Promise<ServeProcess> {
  const server = await machines.serve(dist, more);
  servers.push(server);
  return server;
}

const get = ({ port }: ServeProcess, slug: string, path = '/about-us') =>
  new Promise<{ status: number; body: string; cacheControl: string | undefined }>((resolve, reject) => {
    const headers = { Host: `${slug}.localhost` };
    const asked = request({ host: '127.0.0.1', port, path, headers }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      const cacheControl = res.headers['cache-control'];
      res.on('end', () => resolve({ status: res.statusCode ?? 0, body, cacheControl }));
    });
    asked.on('error', reject).end();
  });

/** Milliseconds until every server has this page. */
async function seenAfter(
  all: readonly ServeProcess[],
  slug: string,
  page: string | number,
): Promise<number[]> {
  const started = performance.now();
  return Promise.all(
    all.map(async (server) => {
      await expect
        .poll(
          async () => {
            const { status, body } = await get(server, slug);
            return typeof page === 'number' ? status : body;
          },
          { interval: 20 },
        )
        .toBe(page);
      return performance.now() - started;
    }),
  );
}

const command = (dist: string, ...args: string[]) => runCommand(runReleases, [...args, '--out', dist]);

it('PLAT-100 a server starts with an empty folder and nothing but its environment', async () => {
  const builder = machines.emptyDist();
  await publishMadeUp(builder, { alpha: 'one1', beta: 'one1' });
  const server = await serve();
  for (const slug of ['alpha', 'beta']) {
    expect((await get(server, slug)).body).toBe(pageOf(slug, 'one1'));
    expect((await get(server, slug, '/enquire/x')).body).toContain('code code1 release one1');
  }
});

it('PLAT-101 what one machine publishes, rolls back or takes down all servers serve within a second', async () => {
  const [a, b] = [machines.emptyDist(), machines.emptyDist()];
  await publishMadeUp(a, { alpha: 'two2', beta: 'two2' });
  const all = [await serve(), await serve()];
  const times = await seenAfter(all, 'alpha', pageOf('alpha', 'two2'));
  for (const id of ['three3', 'four4', 'five5']) {
    // Another machine each time, with an empty folder at first.
    await publishMadeUp(id === 'four4' ? b : a, { alpha: id });
    times.push(...(await seenAfter(all, 'alpha', pageOf('alpha', id))));
  }
  expect(await command(machines.emptyDist(), 'rollback', 'alpha')).toMatchObject({
    code: 0,
    out: expect.stringContaining('alpha: release four4 is live.'),
  });
  times.push(...(await seenAfter(all, 'alpha', pageOf('alpha', 'four4'))));
  console.info('seen after, ms', times.map(Math.round).join(' '));
});
