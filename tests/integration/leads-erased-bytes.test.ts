import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { eraseOldLeads, scrubErased } from '#src/features/leads/server/privacy/apply-retention.ts';
import { eraseAll, findPerson } from '#src/features/leads/server/privacy/erase-person.ts';
import { makePrivate, openDatabase, SQLITE_FILE } from '#src/platform/database/open-database.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { runLeadJobs } from '#src/server/jobs/periodic-jobs.ts';
import { tempFolder } from '../fixtures/http-site.ts';
import { LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { ENGINE } from '../fixtures/test-database.ts';

const NAME = 'Quillfeather';
const THREE_YEARS_MS = 3 * 366 * DAY_MS;

let setup: LeadSetup;
let other: DatabaseSync | undefined;

beforeEach(async () => {
  setup = await leadServices();
});
afterEach(async () => {
  other?.close();
  other = undefined;
  await setup.stop();
});

const file = () => join(setup.services.env.DATA_DIR, SQLITE_FILE);
/** How often a word is in the bytes of the database, its log and its index of the log. */
const occurrences = (word: string) =>
  [file(), `${file()}-wal`, `${file()}-shm`]
    .filter((each) => existsSync(each))
    .reduce((sum, each) => sum + readFileSync(each).toString('latin1').split(word).length - 1, 0);

async function send(body: Record<string, string> = {}): Promise<void> {
  const outcome = await submitLead(setup.services, {
    dealer: setup.dealer,
    form: 'contact',
    body: { ...LEAD, ...body },
    userAgent: '',
  });
  expect(outcome.kind).toBe('accepted');
}
const admin = () => ({ ...setup.services, dataDir: setup.services.env.DATA_DIR });
const erase = async () =>
  eraseAll(admin(), await findPerson(admin(), { phone: '0412345678' }, undefined), 'request');
const sendMany = async () => {
  for (let n = 0; n < 30; n += 1)
    await send({
      name: `Ann ${n}`,
      phone: `04987${10_000 + n}`,
      email: `ann${n}@example.com`,
      last_name: 'Wren',
    });
};

describe.runIf(ENGINE === 'sqlite')('in the bytes of the file', () => {
  it('FORM-11 an erased person is nowhere in the database, nor in its log', async () => {
    await sendMany();
    await send();
    await sendMany();
    expect(occurrences(NAME)).toBeGreaterThan(0);
    await erase();
    expect(await scrubErased(setup.services.db)).toBe(true);
    expect([NAME, NAME.toLowerCase(), '0412345678'].map(occurrences)).toEqual([0, 0, 0]);
    expect(occurrences('Wren')).toBeGreaterThan(0);
  });

  it('FORM-11 data deleted by an earlier version is also removed from the gaps of the file', async () => {
    await send();
    await sendMany();
    const earlier = new DatabaseSync(file());
    earlier.exec(
      `pragma secure_delete = off; pragma user_version = 0; delete from leads where email like '${NAME.toLowerCase()}%' or payload like '%${NAME}%'; pragma wal_checkpoint(truncate)`,
    );
    earlier.close();
    expect(occurrences(NAME)).toBeGreaterThan(0);
    await runLeadJobs(setup.services);
    expect(occurrences(NAME)).toBe(0);
    expect((await setup.leads()).length).toBe(30);
  });

  it('FORM-11 a reader that holds the log open is reported, and the log is emptied once it is gone', async () => {
    await send();
    other = new DatabaseSync(file());
    other.exec('begin; select count(*) from leads');
    await erase();
    expect(await scrubErased(setup.services.db, 1)).toBe(false);
    await runLeadJobs(setup.services);
    expect(setup.logged.join()).toContain('another program holds the log open');
    other.exec('commit');
    setup.time.now += 60_001;
    await runLeadJobs(setup.services);
    expect(occurrences(NAME)).toBe(0);
  });

  it('FORM-11 retention also removes its erased data from the file', async () => {
    await send();
    setup.time.now += THREE_YEARS_MS;
    await eraseOldLeads(setup.services);
    expect(occurrences(NAME)).toBe(0);
  });
});

it.runIf(ENGINE === 'postgres')('FORM-11 on Postgres erasing vacuums the tables of people', async () => {
  const { db } = setup.services;
  await send();
  await erase();
  expect(await scrubErased(db)).toBe(true);
  const { rows } = await sql<{ relname: string }>`select relname from pg_stat_user_tables
    where last_vacuum is not null or vacuum_count > 0`.execute(db);
  expect(rows.map(({ relname }) => relname)).toContain('leads');
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

it('FORM-11 a data folder that others could read is restricted to its owner, including later files', async () => {
  const folder = join(tempFolder(), 'data');
  const photos = join(folder, 'photos', '2026');
  mkdirSync(photos, { recursive: true });
  writeFileSync(join(photos, 'car.jpg'), '');
  writeFileSync(join(folder, 'tool'), '');
  for (const [path, mode] of [
    [folder, 0o755],
    [join(folder, 'photos'), 0o755],
    [photos, 0o755],
    [join(photos, 'car.jpg'), 0o644],
    [join(folder, 'tool'), 0o755],
  ] as const)
    chmodSync(path, mode);
  const said: unknown[] = [];
  const place = { DATA_DIR: folder, DATABASE_URL: '' };
  const db = await openDatabase(place, { warn: (...words: unknown[]) => void said.push(words) });
  expect(said).toEqual([[{ folder, changed: 5 }, expect.stringContaining('open to others')]]);
  expect([folder, join(folder, 'photos'), photos].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
  expect(modeOf(join(photos, 'car.jpg'))).toBe(0o600);
  expect(modeOf(join(folder, 'tool'))).toBe(0o700);
  for (const end of ['', '-wal', '-shm']) expect(modeOf(join(folder, `${SQLITE_FILE}${end}`))).toBe(0o600);
  await db.destroy();
  writeFileSync(join(folder, 'later'), '');
  expect(modeOf(join(folder, 'later'))).toBe(0o600);
  expect(makePrivate(folder)).toBe(0);
});
