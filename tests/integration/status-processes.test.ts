import { hostname } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { type ServeProcess, startServeProcess } from '../../scripts/programs/serve-process.ts';
import { runStatus } from '../../scripts/status/run-status.ts';
import { madeUpReleases } from '../fixtures/made-up-releases.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { databasePlace } from '../fixtures/test-database.ts';
import { startWorkerProcess, type WorkerProcess } from '../fixtures/worker-process.ts';

const HEALTH_TOKEN = 'a-token-of-thirty-two-characters';

let made: Awaited<ReturnType<typeof madeUpReleases>>;
let env: Record<string, string>;
let server: ServeProcess;
let worker: WorkerProcess;
beforeEach(async () => {
  made = await madeUpReleases();
  await made.store('one1');
  made.goLive('one1');
  env = {
    ...(await databasePlace(made.dataDir)),
    ...{ SITE_SECRET: 'a secret of at least thirty-two characters', HEALTH_TOKEN },
    MEILI_HOST: 'http://127.0.0.1:9',
  };
  server = await startServeProcess({ dealersDir: 'dealers', dist: made.dist, env });
  worker = startWorkerProcess({ dealersDir: 'dealers', dist: made.dist, env });
});
afterEach(async () => {
  await server.stop('SIGKILL');
  await worker.end('SIGKILL');
  made.remove();
});

type Shown = {
  operations: { heading: string; rows: { cells: string[] }[] }[];
  facts: { operations: { leases: { name: string; process: string; succeeded_at: string | null }[] } };
};

async function shown(): Promise<Shown> {
  const response = await fetch(`http://127.0.0.1:${server.port}/-/status`, {
    headers: { Authorization: `Bearer ${HEALTH_TOKEN}`, Accept: 'application/json' },
  });
  return (await response.json()) as Shown;
}
const table = ({ operations }: Shown, heading: string) =>
  operations.find((each) => each.heading === heading)?.rows.map(({ cells }) => cells) ?? [];

it('PLAT-34 PLAT-35 the status of a server shows every process and who ran which job; a process that stops goes', async () => {
  const states = async () =>
    table(await shown(), 'Processes').map(([process, kind, state, code]) => [process, kind, state, code]);
  const patience = { timeout: 60_000, interval: 500 };
  const serving = [`${hostname()} ${server.pid}`, `serve :${server.port}`, 'ready', 'code1'];
  await expect
    .poll(states, patience)
    .toEqual([serving, [`${hostname()} ${worker.pid}`, 'worker', 'ready', 'code1']]);
  const jobs = async () => {
    const { leases } = (await shown()).facts.operations;
    return leases.filter(({ succeeded_at }) => succeeded_at !== null).map(({ name }) => name);
  };
  await expect.poll(jobs, patience).toEqual(expect.arrayContaining(['lead-alarms', 'lead-retention']));
  const { facts } = await shown();
  const alarms = facts.operations.leases.find(({ name }) => name === 'lead-alarms');
  expect([server.pid, worker.pid].map((pid) => `${hostname()} ${pid}`)).toContain(alarms?.process);
  expect(table(await shown(), 'Queues').map(([queue]) => queue)).toContain('pictures to fetch');

  process.kill(worker.pid, 'SIGTERM');
  expect(await worker.exited).toBe(0);
  await expect.poll(states, patience).toEqual([serving]);
  await server.stop();
  const db = await openDatabase({ DATA_DIR: env.DATA_DIR ?? '', DATABASE_URL: env.DATABASE_URL ?? '' });
  expect(await db.selectFrom('machines').selectAll().execute()).toEqual([]);
  await db.destroy();
}, 300_000);

it('PLAT-34 npm run status prints the processes, a killed one too until it is gone', async () => {
  await server.stop('SIGKILL');
  const args = ['--dist', made.dist, '--dealers-dir', 'dealers'];
  const { out } = await runCommand(runStatus, args, { ...env, PORT: String(server.port) });
  expect(out).toContain(`${hostname()} ${server.pid}`);
  expect(out).toMatch(/serve :\d+ +ready +code1/);
  expect(out).toContain('leads to deliver');
}, 300_000);
