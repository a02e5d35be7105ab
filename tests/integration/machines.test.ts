import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runningMachines } from '#src/platform/database/machines.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { startHeartbeat } from '#src/server/heartbeat.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { environment, tempFolder } from '../fixtures/http-site.ts';

let folder: string;
let services: Services;
let at: number;
beforeEach(async () => {
  folder = tempFolder();
  at = Date.parse('2026-07-01T00:00:00.000Z');
  const clock = { now: () => new Date(at) };
  const env = { ...(await environment(folder)), PORT: 4321 };
  services = await openServices({ env, dealers: demoDealers(), clock, logTo: { write() {} } });
});
afterEach(async () => {
  await services.close();
  rmSync(folder, { recursive: true, force: true });
});

const rows = () => runningMachines(services.db, services.clock.now());

it('PLAT-34 a process has a row from its start to its stop, which says what it serves and what not', async () => {
  const heartbeat = await startHeartbeat(services, { kind: 'serve', code: 'code1', everyMs: 20 });
  const started = { kind: 'serve', port: 4321, pid: process.pid, code: 'code1', errors: 0 };
  expect(await rows()).toMatchObject([{ ...started, state: 'starting', behind: null, behind_since: null }]);
  services.log.level = 'error';
  services.log.error('something');

  const [later, earlier] = ['2026-06-30T12:00:00.000Z', '2026-06-30T11:00:00.000Z'];
  const behind = [
    { what: 'restart: code code2 needs another server', since: later },
    { what: '2 releases not served', since: earlier },
  ];
  at += 5000;
  await heartbeat.ready(async () => ({ code: 'code1', behind }));
  expect(await rows()).toMatchObject([
    {
      ...{ state: 'ready', behind_since: earlier, errors: 1 },
      ...{ started_at: '2026-07-01T00:00:00.000Z', seen_at: '2026-07-01T00:00:05.000Z' },
      behind: 'restart: code code2 needs another server; 2 releases not served',
    },
  ]);
  expect((await rows())[0]?.memory_mb).toBeGreaterThan(10);

  at += 60_000;
  await expect.poll(rows).toMatchObject([{ seen_at: '2026-07-01T00:01:05.000Z' }]);
  await heartbeat.stopping();
  expect(await rows()).toMatchObject([{ state: 'stopping' }]);
  await heartbeat.stop();
  expect(await rows()).toEqual([]);
});

it('PLAT-34 a process that was killed is replaced by the next on its port, or is gone after five minutes', async () => {
  const start = async (port: number) => {
    const heartbeat = await startHeartbeat(
      { ...services, env: { ...services.env, PORT: port } },
      { kind: 'serve', code: 'code1', everyMs: 3_600_000 },
    );
    return heartbeat;
  };
  const [first] = [await start(4321), await start(4322)];
  at += 60_000;
  const next = await start(4321);
  expect((await rows()).map(({ port, started_at }) => [port, started_at])).toEqual([
    [4321, '2026-07-01T00:01:00.000Z'],
    [4322, '2026-07-01T00:00:00.000Z'],
  ]);
  // It was only frozen, and does not remove the row of its successor.
  await first.stop();
  expect(await rows()).toHaveLength(2);
  at += 240_000;
  expect((await rows()).map(({ port }) => port)).toEqual([4321]);
  await next.stop();
});

it('PLAT-34 a database that does not respond is logged once, and the row comes back', async () => {
  const warn = vi.spyOn(services.log, 'warn');
  const heartbeat = await startHeartbeat(
    { ...services, clock: fixedClock('2026-07-01T00:00:00.000Z') },
    { kind: 'worker', code: 'code1', everyMs: 20 },
  );
  let isUnavailable = true;
  await heartbeat.ready(async () => {
    if (isUnavailable) throw new Error('unavailable');
    return { code: 'code2', behind: [] };
  });
  await expect.poll(() => warn.mock.calls.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(warn).toHaveBeenCalledOnce();
  isUnavailable = false;
  await expect.poll(rows).toMatchObject([{ kind: 'worker', port: null, code: 'code2' }]);
  await heartbeat.stop();
});

it('PLAT-34 a probe sees by a file that a process runs, also while its database is unavailable', async () => {
  const file = join(folder, 'heartbeat');
  const env = { ...services.env, HEARTBEAT_FILE: file };
  const heartbeat = await startHeartbeat(
    { ...services, env, log: { ...services.log, warn: () => {} } },
    { kind: 'worker', code: 'code1', everyMs: 20 },
  );
  expect(existsSync(file)).toBe(true);
  await sql`drop table machines`.execute(services.db);
  const first = readFileSync(file, 'utf8');
  await expect.poll(() => readFileSync(file, 'utf8')).not.toBe(first);
  await heartbeat.stop();
});
