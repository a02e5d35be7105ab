import { expect, it } from 'vitest';
import type { MachineRow } from '#src/platform/database/machines.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { isServedElsewhere, judgeOperations, operationTables } from './operations.ts';
import type { DealerFacts } from './status-facts.ts';

const AT = '2026-07-10T02:00:00.000Z';
const ago = (ms: number) => new Date(Date.parse(AT) - ms).toISOString();

const SERVER: MachineRow = {
  ...{
    id: 'web1 serve 4321',
    host: 'web1',
    pid: 12,
    kind: 'serve',
    port: 4321,
    state: 'ready',
    code: 'code1',
  },
  ...{ behind: null, behind_since: null, memory_mb: 210, errors: 2 },
  ...{ started_at: ago(180 * MINUTE_MS), seen_at: ago(5000) },
};
const WORKER: MachineRow = { ...SERVER, id: 'web1 worker 13', pid: 13, kind: 'worker', port: null };
const restart = 'restart: code code2 needs another server';
const behind = (minutes: number) => ({ behind: restart, behind_since: ago(minutes * MINUTE_MS) });

const judgedIn = (isInKubernetes: boolean, ...machines: MachineRow[]) =>
  judgeOperations({ operations: { machines, leases: [], wantedPictures: 0 }, at: AT, isInKubernetes }).map(
    ({ level, what, since, remedy }) => `${level} ${what} ${since ?? ''} ${remedy ?? ''}`,
  );

const judged = (...machines: MachineRow[]) => judgedIn(false, ...machines);

it('PLAT-34 processes that serve what is published are well; one that was not heard of, or is behind, is named', () => {
  expect(judgeOperations({ at: AT })).toEqual([]);
  expect(judged()).toEqual([]);
  expect(judged(SERVER, { ...WORKER, ...behind(1) })).toEqual(['green 2 processes run.  ']);
  expect(judged(SERVER, { ...WORKER, seen_at: ago(30_000) })).toEqual([
    `amber worker on web1 (process 13) was not heard of. ${ago(30_000)} systemctl status forecourt-worker`,
  ]);
  expect(judged({ ...SERVER, ...behind(2) }, { ...WORKER, ...behind(3) }, SERVER)).toEqual([
    `amber 2 of 3 processes do not serve what is published: ${restart}. ${ago(3 * MINUTE_MS)} systemctl restart forecourt-worker`,
  ]);
});

it('PLAT-34 where a machine serves nothing and others do, no server is expected on it', () => {
  const isElsewhere = (host: string, ...machines: MachineRow[]) =>
    isServedElsewhere({ machines, leases: [], wantedPictures: 0 }, host, AT);
  const other: MachineRow = { ...SERVER, host: 'web2', id: 'web2 serve 4321' };
  expect(isElsewhere('web3', SERVER, other, WORKER)).toBe(true);
  expect(isElsewhere('web1', WORKER, other)).toBe(true);
  // Its own was killed.
  expect(isElsewhere('web1', { ...SERVER, seen_at: ago(60_000) }, other)).toBe(false);
  for (const not of [WORKER, { ...other, seen_at: ago(30_000) }, { ...other, state: 'starting' }])
    expect(isElsewhere('web3', not)).toBe(false);
  expect(isElsewhere('web3')).toBe(false);
});

it('PLAT-34 in Kubernetes the remedies are its commands', () => {
  expect(judgedIn(true, SERVER, { ...WORKER, seen_at: ago(30_000) })).toEqual([
    `amber worker on web1 (process 13) was not heard of. ${ago(30_000)} kubectl describe pod web1`,
  ]);
  expect(judgedIn(true, { ...SERVER, ...behind(2) })[0]).toContain(
    'kubectl rollout restart deployment/forecourt-serve',
  );
});

const tables = (leases: object[], dealers: object[] = [], machines = [SERVER, { ...WORKER, ...behind(3) }]) =>
  operationTables({ machines, leases: leases as never, wantedPictures: 7 }, dealers as DealerFacts[], AT).map(
    ({ heading, rows }) => [heading, ...rows.map(({ cells }) => cells.join(' | '))],
  );

it('PLAT-34 each process is listed with its code, what it does not serve and since when', () => {
  expect(tables([])[0]).toEqual([
    'Processes',
    'web1 12 | serve :4321 | ready | code1 | 3 h | 0 min | – | – | 210 MB | 2',
    `web1 13 | worker | ready | code1 | 3 h | 0 min | ${restart} | 3 min | 210 MB | 2`,
  ]);
});

it('PLAT-35 jobs that run and those that run again are listed with process and last success; queues with what waits', () => {
  const lease = { process: 'web1 13', taken_at: ago(2 * MINUTE_MS), until: ago(-MINUTE_MS) };
  const leases = [
    { ...lease, name: 'import:riverbend', succeeded_at: null },
    { ...lease, name: 'lead-alarms', succeeded_at: ago(MINUTE_MS), until: ago(0) },
    { ...lease, name: 'import:of-a-killed-process', succeeded_at: null, until: ago(1) },
    { name: 'before-the-upgrade', process: null, taken_at: null, succeeded_at: null, until: ago(-MINUTE_MS) },
  ];
  const dealers = [
    {
      leads: { waiting: { leads: 3, since: ago(9 * MINUTE_MS), latest: AT } },
      indexBacklog: 4,
      deliveries: [{ nextDueAt: ago(5 * MINUTE_MS) }, { nextDueAt: ago(-5) }],
    },
    { leads: {}, indexBacklog: 1, deliveries: [] },
  ];
  expect(tables(leases, dealers, [])).toEqual([
    [
      'Jobs',
      'import:riverbend | web1 13 | 2 min | – | 2026-07-10 02:01 UTC',
      'lead-alarms | web1 13 | 2 min | 1 min | 2026-07-10 02:00 UTC',
      'before-the-upgrade | – | – | – | 2026-07-10 02:01 UTC',
    ],
    [
      'Queues',
      'leads to deliver | 3 | 9 min',
      'vehicles to index | 5 | –',
      'feeds to deliver | 1 | 5 min',
      'pictures to fetch | 7 | –',
    ],
  ]);
});
