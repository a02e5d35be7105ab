import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { dealerFolder } from '../fixtures/dealer-folder.ts';
import { RECEIVER_KEY, startLeadReceiver } from '../fixtures/lead-receiver.ts';
import { LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { publishedFolder } from '../fixtures/published.ts';
import { startWorkerProcess, type WorkerProcess } from '../fixtures/worker-process.ts';

let setup: LeadSetup;
let files: ReturnType<typeof dealerFolder>;
let receiver: Awaited<ReturnType<typeof startLeadReceiver>>;
let published: ReturnType<typeof publishedFolder>;
let ends: (() => Promise<unknown>)[];

beforeEach(async () => {
  setup = await leadServices();
  receiver = await startLeadReceiver();
  files = dealerFolder();
  const { leads } = files.read('riverbend') as { leads: object };
  const destinations = [
    { name: 'crm', type: 'webhook', url: receiver.url, signingKey: 'DEALER_TEST_CRM_KEY' },
  ];
  files.change('riverbend', { leads: { ...leads, destinations } });
  ends = [];
  published = publishedFolder(files.folder);
});
afterEach(async () => {
  for (const end of ends) await end();
  await receiver.stop();
  files.remove();
  published.remove();
  await setup.stop();
});

/** A worker on the same data that has begun to deliver. */
async function startWorker(): Promise<WorkerProcess> {
  const { DATABASE_URL } = setup.services.env;
  const worker = startWorkerProcess({
    ...{ dealersDir: files.folder, dist: published.dist },
    env: {
      DATA_DIR: join(setup.folder, 'data'),
      SITE_SECRET: 'a secret of at least thirty-two characters',
      LOG_LEVEL: 'debug',
      DEALER_TEST_CRM_KEY: RECEIVER_KEY,
      ...(DATABASE_URL && { DATABASE_URL }),
    },
  });
  ends.push(() => worker.end('SIGKILL'));
  await expect.poll(worker.said).toContain('Delivering leads of');
  return worker;
}

async function sendMany(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const body = { ...LEAD, message: `Message ${n}` };
    const submission = { dealer: setup.dealer, form: 'contact', body, userAgent: '' };
    const outcome = await submitLead(setup.services, submission);
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
    ids.push(outcome.leadId);
  }
  return ids.sort();
}
const delivered = async () =>
  (await setup.outbox()).filter(({ state }) => state === 'delivered').map(({ lead_id }) => lead_id);
const lines = (output: string) => output.split('\n').filter((line) => line.includes('"lead delivered"'));

it('FORM-11 two workers in separate processes deliver every lead once', async () => {
  const ids = await sendMany(30);
  const workers = await Promise.all([startWorker(), startWorker()]);
  await expect.poll(async () => (await delivered()).sort()).toEqual(ids);
  expect([...receiver.kept.keys()].sort()).toEqual(ids.map((id) => `${id}.crm`));
  expect((await setup.outbox()).map(({ attempts }) => attempts)).toEqual(ids.map(() => 1));
  for (const worker of workers) expect(await worker.end('SIGTERM')).toBe(0);
  const output = workers.map((worker) => worker.said()).join('');
  expect(lines(output)).toHaveLength(30);
  expect(output).not.toContain('locked');
});

it('FORM-11 a stopping worker leaves nothing claimed', async () => {
  await sendMany(3);
  receiver.behave('slow');
  const worker = await startWorker();
  await expect.poll(() => receiver.kept.size).toBe(3);
  expect(await worker.end('SIGTERM')).toBe(0);
  expect((await setup.outbox()).map(({ leased_until }) => leased_until)).toEqual([null, null, null]);
  expect(await delivered()).toHaveLength(3);
});

it('FORM-11 a lead whose worker was killed is delivered by the next, with the attempt counted', async () => {
  await sendMany(1);
  receiver.behave('silent');
  const worker = await startWorker();
  await expect.poll(async () => (await setup.outbox())[0]?.leased_until).toBeTruthy();
  await worker.end('SIGKILL');
  await setup.services.db.updateTable('outbox').set({ leased_until: '2026-01-01T00:00:00.000Z' }).execute();
  receiver.behave('accepts');
  await startWorker();
  await expect.poll(delivered).toHaveLength(1);
  expect((await setup.outbox())[0]?.attempts).toBe(2);
});
