import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storeSavedSearch } from '#src/features/account/server/queries/saved-search-queries.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import { dealerFolder } from '../fixtures/dealer-folder.ts';
import { addCar, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { publishedFolder } from '../fixtures/published.ts';
import { startWorkerProcess, type WorkerProcess } from '../fixtures/worker-process.ts';

const PEOPLE = 12;
let setup: LeadSetup;
let files: ReturnType<typeof dealerFolder>;
let published: ReturnType<typeof publishedFolder>;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let ends: (() => Promise<unknown>)[];

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

beforeEach(async () => {
  setup = await leadServices();
  mail = await startMailServer();
  files = dealerFolder();
  const { search } = files.read('riverbend') as { search?: object };
  files.change('riverbend', { search: { ...search, alerts: true } });
  published = publishedFolder(files.folder);
  ends = [];
  await addCar(setup);
  await setup.services.db
    .updateTable('vehicles')
    .set({ first_seen_at: ago(HOUR_MS), updated_at: ago(HOUR_MS) })
    .execute();
  for (let n = 0; n < PEOPLE; n += 1) {
    await storeSavedSearch(setup.services.db, {
      ...{ id: `search-${n}`, dealer: 'riverbend', contact_id: null, channel: 'email' },
      ...{ recipient: `person-${n}@example.com`, search: 'make=Toyota', search_hash: 'x', name: 'Toyota' },
      ...{ consent: '{}', stop_token: `token-${n}`, created_at: ago(2 * HOUR_MS) },
      ...{ confirmed_at: ago(2 * HOUR_MS), expires_at: new Date(Date.now() + HOUR_MS).toISOString() },
    });
  }
});
afterEach(async () => {
  for (const end of ends) await end();
  await mail.stop();
  files.remove();
  published.remove();
  await setup.stop();
});

/** A worker on the same data. */
function startWorker(): WorkerProcess {
  const { DATABASE_URL } = setup.services.env;
  const worker = startWorkerProcess({
    ...{ dealersDir: files.folder, dist: published.dist },
    env: {
      DATA_DIR: join(setup.folder, 'data'),
      SITE_SECRET: 'a secret of at least thirty-two characters',
      LOG_LEVEL: 'debug',
      SMTP_URL: mail.url,
      MAIL_FROM: 'sites@forecourt.example',
      ...(DATABASE_URL && { DATABASE_URL }),
    },
  });
  ends.push(() => worker.end('SIGKILL'));
  return worker;
}

const recipients = () => mail.arrivals.flatMap(({ envelope }) => envelope.to);

it('SRCH-33 two workers in separate processes send every alert once', async () => {
  startWorker();
  startWorker();
  await expect.poll(() => recipients().length).toBe(PEOPLE);
  expect(new Set(recipients()).size).toBe(PEOPLE);
});

it('SRCH-33 after kill -9 with a mail on its way no alert is sent twice, and the others arrive', async () => {
  mail.behave('late');
  const killed = startWorker();
  // It has arrived, and the worker does not know.
  await expect.poll(() => recipients().length).toBe(1);
  await killed.end('SIGKILL');
  mail.behave('accepts');
  // As if half a minute had passed.
  await setup.services.db.deleteFrom('leases').execute();
  startWorker();
  await expect.poll(() => recipients().length).toBe(PEOPLE);
  await new Promise((resolve) => setTimeout(resolve, 4000));
  expect(recipients()).toHaveLength(PEOPLE);
  expect(new Set(recipients()).size).toBe(PEOPLE);
});
