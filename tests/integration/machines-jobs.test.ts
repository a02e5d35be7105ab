import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  LEASE_MS as DELIVERY_LEASE_MS,
  deliverOutbox,
} from '#src/features/leads/server/delivery/outbox-worker.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { takeExpired } from '#src/platform/database/leases.ts';
import { LEASE_MS, tryWithLease } from '#src/platform/database/with-lease.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { runLeadJobs } from '#src/server/jobs/periodic-jobs.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { environment } from '../fixtures/http-site.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { alertJob, deliverTo, type MachineWork, startMachine } from '../fixtures/machine-process.ts';

let folder: string;
let env: Services['env'];
let open: Services[];
let received: string[];
let receiver: ReturnType<typeof createServer>;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-machines-'));
  received = [];
  receiver = createServer(async (req, res) => {
    received.push(await text(req));
    res.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  env = { ...(await environment(folder)), OPS_WEBHOOK: url };
  open = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.map((services) => services.close()));
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A machine whose clock may go before or after. */
async function machine(now: () => number = () => systemClock.now().getTime()): Promise<Services> {
  const services = await openServices({ env, dealers: demoDealers(), clock: { now: () => new Date(now()) } });
  open.push(services);
  return services;
}
const later = (ms: number) => machine(() => Date.now() + ms);
const goOn = () => join(folder, 'go-on');
const other = async (kind: MachineWork['kind']) => {
  const started = startMachine({ kind, env, goOn: goOn(), url });
  await expect.poll(started.said).toContain('begun');
  return started;
};

it('PLAT-43 a job of every minute runs once a minute over three machines whose clocks differ by ten seconds', async () => {
  const start = Date.parse('2026-07-01T00:00:00Z');
  let now = start;
  const machines = [
    await machine(() => now - 5000),
    await machine(() => now),
    await machine(() => now + 5000),
  ];
  const runs: number[] = [];
  const jobs = [{ name: 'counted', everyMs: MINUTE_MS, run: async () => void runs.push(now - start) }];
  for (; now < start + 10 * MINUTE_MS; now += 1000)
    await Promise.all(machines.map((services) => runLeadJobs(services, jobs)));
  const pauses = runs.slice(1).map((at, index) => at - (runs[index] ?? 0));
  expect(runs.length).toBeGreaterThanOrEqual(9);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(MINUTE_MS - 10_000);
});

it('PLAT-43 a job is run by one machine at a time, however wrong the clock of another is', async () => {
  const { db } = await machine();
  const services = { db, clock: systemClock };
  const begin = () => tryWithLease(services, 'job', async () => 'begun');
  for (const [taken, tried] of [
    [0, HOUR_MS],
    [-HOUR_MS, 0],
  ] as const) {
    vi.setSystemTime(Date.now() + taken);
    await tryWithLease(services, 'job', async (lease) => {
      vi.useRealTimers();
      vi.setSystemTime(Date.now() + tried);
      expect(await begin()).toBeUndefined();
      expect(await takeExpired(db, 'job', systemClock)).toEqual([]);
      expect(await lease.renew(db)).toBe(true);
    });
    vi.useRealTimers();
  }
  expect(await begin()).toEqual({ result: 'begun' });
});

it('PLAT-43 a job that takes longer than its period is not begun by a second machine meanwhile', async () => {
  let now = Date.parse('2026-07-01T00:00:00Z');
  const [first, second] = [await machine(() => now), await machine(() => now)];
  let end = () => {};
  let runs = 0;
  const job = {
    name: 'long',
    everyMs: MINUTE_MS,
    run: () =>
      new Promise<void>((resolve) => {
        runs += 1;
        end = resolve;
      }),
  };
  const running = runLeadJobs(first, [job]);
  await expect.poll(() => runs).toBe(1);
  for (let step = 0; step < 8; step += 1) {
    now += 10_000;
    // A heartbeat, which comes every five seconds of real time.
    await first.db
      .updateTable('leases')
      .set({ until: new Date(now + LEASE_MS).toISOString() })
      .where('name', '=', 'long')
      .execute();
    await runLeadJobs(second, [job]);
  }
  expect(runs).toBe(1);
  end();
  await running;
});

it('PLAT-45 the job of a machine that was killed is done by another once its lease is over, and not before', async () => {
  const killed = await other('job');
  killed.signal('SIGKILL');
  await killed.ended;
  const jobs = alertJob(async () => {});
  await runLeadJobs(await later(LEASE_MS - 15_000), jobs);
  expect(received).toEqual([]);
  await runLeadJobs(await later(LEASE_MS + 1000), jobs);
  expect(received).toHaveLength(1);
});

it('PLAT-44 a machine that was frozen in the midst of a job does not alert again', async () => {
  const frozen = await other('job');
  frozen.signal('SIGSTOP');
  await runLeadJobs(
    await later(LEASE_MS + 1000),
    alertJob(async () => {}),
  );
  expect(received).toHaveLength(1);
  writeFileSync(goOn(), '');
  frozen.signal('SIGCONT');
  await frozen.ended;
  expect(frozen.said()).toContain('done');
  expect(received).toHaveLength(1);
});

it('PLAT-44 a machine that was frozen between the claim of a lead and its delivery does not deliver it again', async () => {
  const services = await machine();
  const dealer = services.tenants.bySlug('riverbend');
  if (!dealer) throw new Error('No dealer file of riverbend.');
  await submitLead(services, { dealer, form: 'contact', body: LEAD, userAgent: '' });
  const leads = await services.db.selectFrom('outbox').select('lead_id').execute();
  const frozen = await other('delivery');
  frozen.signal('SIGSTOP');
  expect(await deliverOutbox(services, { adapterFor: deliverTo(url) })).toBe(0);
  await deliverOutbox(await later(DELIVERY_LEASE_MS + 1000), { adapterFor: deliverTo(url) });
  expect(received).toEqual(leads.map(({ lead_id }) => lead_id));
  writeFileSync(goOn(), '');
  frozen.signal('SIGCONT');
  await frozen.ended;
  expect(frozen.said()).toContain('done');
  expect(received).toHaveLength(leads.length);
  const states = await services.db.selectFrom('outbox').select('state').execute();
  expect(states).toEqual(leads.map(() => ({ state: 'delivered' })));
});
