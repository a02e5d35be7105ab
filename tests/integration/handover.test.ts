import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeFolder } from '#src/dealer-files/release/release-folders.ts';
import { serverSource, switchCode } from '#src/publishing/release/code-release.ts';
import { isRunning } from '#src/publishing/release/running-servers.ts';
import { childrenOf } from '../../scripts/programs/process-group.ts';
import { type ServeProcess, startServeProcess } from '../../scripts/programs/serve-process.ts';
import { storeMadeUpCode } from '../fixtures/made-up-code.ts';
import { entryOf, madeUpReleases } from '../fixtures/made-up-releases.ts';
import { otherSource } from '../fixtures/other-source.ts';
import { getFrom, shoppers } from '../fixtures/shoppers.ts';
import { databasePlace } from '../fixtures/test-database.ts';
import { startWorkerProcess } from '../fixtures/worker-process.ts';

const HEALTH_TOKEN = 'a-token-of-thirty-two-characters';
/** A process starts within it on a busy machine. */
const STARTS = { interval: 100, timeout: 150_000 };
const LONGEST_MS = 400_000;

/** Every response says that the other server sent it. */
const signed = (text: string) =>
  text.replace('const { id } = record(req, res);', "$&\n    res.setHeader('X-Server', 'two');");
const broken = (text: string) => `throw new Error('a module of the new server fails');\n${text}`;

let made: Awaited<ReturnType<typeof madeUpReleases>>;
let env: Record<string, string>;
let ends: (() => unknown)[];

beforeEach(async () => {
  made = await madeUpReleases();
  ends = [made.remove];
  env = {
    ...(await databasePlace(made.dataDir)),
    SITE_SECRET: 'a secret of at least thirty-two characters',
    HEALTH_TOKEN,
    MEILI_HOST: 'http://127.0.0.1:9',
    LOG_LEVEL: 'info',
  };
  await made.store('one1');
  made.goLive('one1');
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
});

async function serve(): Promise<ServeProcess> {
  const server = await startServeProcess({ dealersDir: 'dealers', dist: made.dist, env });
  ends.push(() => server.stop('SIGKILL'));
  return server;
}

/** A stored code release names the server it needs. */
const saysServer = (code: string, server: string) =>
  writeFileSync(join(codeFolder(made.dist, code), 'code.json'), JSON.stringify({ server }));

/** Makes code live that was built from other source. */
async function goLiveFrom(code: string, edit: (text: string) => string): Promise<void> {
  const source = otherSource(edit);
  ends.splice(1, 0, source.remove);
  storeMadeUpCode(made.dist, code, entryOf(code));
  saysServer(code, source.name);
  await switchCode(made.dist, code, { folder: source.folder });
}

/** A page on demand, which is never cached. */
const DEMAND = '/enquire/x?ms=';

it(
  'PLAT-04 a new server takes over without a request dropped or mixed, and the old one finishes what it began',
  async () => {
    const server = await serve();
    const { pid, port } = server;
    const first = server.serving();
    const walk = shoppers(port, [`${DEMAND}0`, '/about-us', `${DEMAND}60`, '/', `${DEMAND}5`], 6);
    // One of its requests is under way whenever the switch comes.
    const slow = shoppers(port, [`${DEMAND}3000`], 2);
    await goLiveFrom('code2', signed);
    await expect.poll(async () => (await getFrom(port, `${DEMAND}0`)).body, STARTS).toContain('code code2');
    await expect.poll(() => isRunning(first), STARTS).toBe(false);
    await Promise.all([walk.end(), slow.end()]);

    const received = [...walk.received, ...slow.received];
    expect([...walk.dropped, ...slow.dropped]).toEqual([]);
    expect(received.filter(({ status }) => status !== 200)).toEqual([]);
    const seen = received.filter(({ path }) => path !== '/about-us');
    const byServer = seen.map(({ body, headers }) => `${headers['x-server'] ?? 'one'}: ${body.slice(0, 10)}`);
    expect([...new Set(byServer)].sort()).toEqual(['one: code code1', 'two: code code2']);

    expect(childrenOf(pid)).toEqual([server.serving()]);
    expect(server.serving()).not.toBe(first);
    expect(server.said()).toContain('new server in force');
    await server.stop('SIGTERM');
    expect(await server.exited).toBe(0);
  },
  LONGEST_MS,
);

it(
  'PLAT-04 taken back, the former code is served by its own server again, without a request dropped',
  async () => {
    saysServer('code1', serverSource());
    const server = await serve();
    const { port } = server;
    const demanded = async () => (await getFrom(port, `${DEMAND}0`)).body;
    await goLiveFrom('code2', signed);
    await expect.poll(demanded, STARTS).toContain('code code2');
    const second = server.serving();
    const walk = shoppers(port, [`${DEMAND}0`, '/about-us', `${DEMAND}60`, '/'], 4);
    await switchCode(made.dist, 'code1', { folder: resolve('.') });
    await expect.poll(demanded, STARTS).toContain('code code1');
    await expect.poll(() => isRunning(second), STARTS).toBe(false);
    await walk.end();
    expect(walk.dropped).toEqual([]);
    expect(walk.received.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await getFrom(port, `${DEMAND}0`)).headers['x-server']).toBeUndefined();
  },
  LONGEST_MS,
);

it(
  'PLAT-04 a new server that does not come up leaves the old one serving, and log and status say why',
  async () => {
    const server = await serve();
    const first = server.serving();
    await goLiveFrom('code2', broken);
    await expect.poll(server.said, STARTS).toContain('new code is not in force');
    expect(server.said()).toContain('a module of the new server fails');
    expect(server.serving()).toBe(first);
    expect((await getFrom(server.port, `${DEMAND}0`)).body).toContain('code code1');
    const status = await fetch(`http://127.0.0.1:${server.port}/-/status`, {
      headers: { Authorization: `Bearer ${HEALTH_TOKEN}`, Accept: 'application/json' },
    });
    const { troubles } = (await status.json()) as { troubles: { about: string; what: string }[] };
    const what = expect.stringMatching(
      /^New code \(code2\) is not in force.*a module of the new server fails/,
    );
    expect(troubles).toContainEqual(expect.objectContaining({ about: 'server', what }));
  },
  LONGEST_MS,
);

it(
  'PLAT-04 a worker is replaced by one of the new code too, and ends with 0 on SIGTERM',
  async () => {
    const { pid, said, exited, end } = startWorkerProcess({ dealersDir: 'dealers', dist: made.dist, env });
    ends.push(() => end('SIGKILL'));
    await expect.poll(said, STARTS).toContain('Delivering leads of');
    const [first = 0] = childrenOf(pid);
    await goLiveFrom('code2', signed);
    await expect.poll(said, STARTS).toContain('new worker in force');
    await expect.poll(() => isRunning(first), STARTS).toBe(false);
    expect(childrenOf(pid)).toHaveLength(1);
    process.kill(pid, 'SIGTERM');
    expect(await exited).toBe(0);
  },
  LONGEST_MS,
);
