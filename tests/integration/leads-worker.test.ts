import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { submitLead } from '#src/server/leads/intake/submit-lead.ts';
import { endGroup, IN_A_GROUP } from '../../scripts/programs/process-group.ts';
import { dealerFolder } from '../fixtures/dealer-folder.ts';
import { RECEIVER_KEY, startLeadReceiver } from '../fixtures/lead-receiver.ts';
import { LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { publishedFolder } from '../fixtures/published.ts';

// A worker of its own keeps the time of the machine, not a test's.
const { VITEST: _, NODE_ENV: __, ...environment } = process.env;
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
  const destinations = [{ name: 'crm', type: 'webhook', url: receiver.url, signingKey: 'TEST_CRM_KEY' }];
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

/** `npm run worker` on the same data. */
async function startWorker() {
  const { DATABASE_URL } = setup.services.env;
  const child = spawn(
    process.execPath,
    ['scripts/worker.ts', '--dealers-dir', files.folder, '--dist', published.dist],
    {
      ...IN_A_GROUP,
      env: {
        ...environment,
        DATA_DIR: join(setup.folder, 'data'),
        SITE_SECRET: 'a secret of at least thirty-two characters',
        LOG_LEVEL: 'debug',
        TEST_CRM_KEY: RECEIVER_KEY,
        ...(DATABASE_URL && { DATABASE_URL }),
      },
    },
  );
  let output = '';
  const gone = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Delivering leads of')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`The worker did not start: ${output}`)));
  });
  const end = (signal: NodeJS.Signals) => {
    endGroup(child, signal);
    return gone;
  };
  ends.push(() => end('SIGKILL'));
  await ready;
  return { end, output: () => output };
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
  const output = workers.map((worker) => worker.output()).join('');
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
