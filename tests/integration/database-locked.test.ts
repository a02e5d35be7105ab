import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliverOutbox } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { withLockTimeout } from '#src/platform/database/engines/write-queue.ts';
import { SQLITE_FILE } from '#src/platform/database/open-database.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { runLeadJobs } from '#src/server/jobs/periodic-jobs.ts';
import { addCar, LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { ENGINE } from '../fixtures/test-database.ts';

let setup: LeadSetup;
/** Simulates another process: SQLite locks between connections as it does between processes. */
let other: DatabaseSync;

beforeEach(async () => {
  setup = await leadServices();
  if (ENGINE === 'sqlite') other = new DatabaseSync(join(setup.services.env.DATA_DIR, SQLITE_FILE));
});
afterEach(async () => {
  if (other?.isOpen) other.close();
  await setup.stop();
});

const hold = () => other.exec('begin immediate');
const release = () => other.exec('commit');
const send = (values: Record<string, string> = {}) =>
  submitLead(setup.services, {
    dealer: setup.dealer,
    form: 'contact',
    body: { ...LEAD, ...values },
    userAgent: '',
  });
const turnsOfTheLoop = async (count: number) => {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setTimeout(resolve));
};

describe.runIf(ENGINE === 'sqlite')('while another process holds the write lock', () => {
  it('FORM-11 reads succeed, the thread is not blocked, and a lead is stored when the lock is free', async () => {
    hold();
    let outcome: string | undefined;
    const sent = send().then(({ kind }) => {
      outcome = kind;
    });
    await turnsOfTheLoop(20);
    expect(await setup.leads()).toEqual([]);
    expect(outcome).toBeUndefined();
    release();
    await sent;
    expect(outcome).toBe('accepted');
    expect(await setup.leads()).toHaveLength(1);
    expect(await setup.outbox()).toHaveLength(1);
  });

  it('FORM-11 a lead that would wait too long is refused with the number to call, and not stored later', async () => {
    hold();
    const refused = await withLockTimeout(30, () =>
      Promise.all([send({ name: 'Ann' }), send({ name: 'Ben' }), send({ name: 'Cy' })]),
    );
    expect(refused).toEqual(refused.map(() => ({ kind: 'not_stored', phone: setup.dealer.phones.main })));
    release();
    await turnsOfTheLoop(20);
    expect(await setup.leads()).toEqual([]);
  });

  it('FORM-11 a lead sent again after it was refused is stored once', async () => {
    hold();
    const key = { submission_key: 'k'.repeat(20) };
    expect((await withLockTimeout(30, () => send(key))).kind).toBe('not_stored');
    const again = [send(key), send(key)];
    release();
    expect((await Promise.all(again)).map(({ kind }) => kind)).toEqual(['accepted', 'accepted']);
    expect(await setup.leads()).toHaveLength(1);
  });

  it('FORM-11 jobs and deliveries wait for it without failing', async () => {
    await send();
    setup.logged.length = 0;
    hold();
    const work = Promise.all([runLeadJobs(setup.services), deliverOutbox(setup.services)]);
    await turnsOfTheLoop(20);
    release();
    await work;
    expect(setup.logged.filter((line) => /locked|failed/.test(line))).toEqual([]);
  });

  it('FORM-11 writers of one process take turns, each atomically', async () => {
    await addCar(setup);
    hold();
    const sent = Promise.all(Array.from({ length: 20 }, (_, n) => send({ name: `Ann ${n}` })));
    await turnsOfTheLoop(5);
    release();
    expect((await sent).map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'accepted'));
    expect(await setup.leads()).toHaveLength(20);
    expect(await setup.outbox()).toHaveLength(20);
  });
});

it('FORM-11 a transaction that fails leaves the turn to the next', async () => {
  const { db } = setup.services;
  const failing = db.transaction().execute(async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await send()).kind).toBe('accepted');
});

it('FORM-11 a failed daily job is retried within minutes', async () => {
  let runs = 0;
  const jobs = [
    {
      name: 'daily',
      everyMs: DAY_MS,
      run: async () => {
        runs += 1;
        if (runs === 1) throw new Error('disk');
      },
    },
  ];
  await runLeadJobs(setup.services, jobs);
  setup.time.now += 60_001;
  await runLeadJobs(setup.services, jobs);
  setup.time.now += 60_001;
  await runLeadJobs(setup.services, jobs);
  expect(runs).toBe(2);
});
