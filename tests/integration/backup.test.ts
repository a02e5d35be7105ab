import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { eraseAll, findRestored } from '#src/features/leads/server/privacy/erase-person.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { requireData, requireSameData } from '#src/server/data-installation.ts';
import { runBackup } from '../../scripts/backup/run-backup.ts';
import { makeSmallDisk } from '../../scripts/bench/leads/small-disk.ts';
import { LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { runCommand } from '../fixtures/run-command.ts';

const MODE = 0o777;

let root: string;
let setup: LeadSetup;
const at = (...names: string[]) => join(root, ...names);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'forecourt-backup-'));
  setup = await leadServices(at('live'));
  mkdirSync(at('live/dist/sites/riverbend'), { recursive: true });
  writeFileSync(at('live/dist/sites/riverbend/index.html'), '<p>page</p>', { mode: 0o644 });
  for (const name of ['previews/.half', 'running']) mkdirSync(at('live/dist', name), { recursive: true });
  writeFileSync(at('live/dist/previews/.half/index.html'), 'half a preview');
  writeFileSync(at('live/dist/running/here-1.json'), '{}');
  mkdirSync(at('live/dealers'));
  writeFileSync(at('live/dealers/riverbend.json'), '{}');
  writeFileSync(at('live/environment'), 'SITE_SECRET=secret\n', { mode: 0o644 });
});
afterEach(async () => {
  await setup.stop();
  rmSync(root, { recursive: true, force: true });
});

const backup = (args: string[], env: Record<string, string> = {}) => {
  const places = { DATA_DIR: at('live/data'), DIST_DIR: at('live/dist'), DEALERS_DIR: at('live/dealers') };
  return runCommand(runBackup, args, { DATABASE_URL: '', ...places, ...env });
};

let sent = 0;
async function send(): Promise<string> {
  sent += 1;
  const body = { ...LEAD, message: `Lead ${sent}` };
  const submission = { dealer: setup.dealer, form: 'contact', body, userAgent: '' };
  const outcome = await submitLead(setup.services, submission);
  return outcome.kind === 'accepted' ? outcome.leadId : outcome.kind;
}

async function restore(): Promise<LeadSetup> {
  mkdirSync(at('restored'));
  for (const name of ['data', 'dist']) cpSync(at('saved', name), at('restored', name), { recursive: true });
  return leadServices(at('restored'));
}

it('PLAT-02 a backup taken while leads are written holds every lead acknowledged before it began', async () => {
  const before: string[] = [];
  for (let n = 0; n < 50; n += 1) before.push(await send());
  let isOver = false;
  const saving = backup([at('saved')]).finally(() => {
    isOver = true;
  });
  let during = 0;
  while (!isOver) {
    await send();
    during += 1;
  }
  expect(await saving).toMatchObject({ code: 0, err: '' });
  expect(during).toBeGreaterThan(0);

  const restored = await restore();
  try {
    const leads = (await restored.leads()).map(({ id }) => id);
    expect(leads).toEqual(expect.arrayContaining(before));
    expect((await restored.outbox()).map(({ lead_id }) => lead_id).sort()).toEqual(leads.sort());
  } finally {
    await restored.services.close();
  }
});

it('PLAT-02 sites open with a restored database without --new-data, also after the data folder was emptied', async () => {
  await send();
  await requireSameData(setup.services, at('live/dist'), false);
  expect(await backup([at('saved')])).toMatchObject({ code: 0 });
  await setup.services.db.destroy();
  rmSync(at('live/data'), { recursive: true });
  const { env } = setup.services;
  expect(() => requireData(at('live/dist'), env, false)).toThrow('Restore the backup');

  cpSync(at('saved/data'), at('live/data'), { recursive: true });
  requireData(at('live/dist'), env, false);
  const db = await openDatabase(env);
  await requireSameData({ ...setup.services, db }, at('live/dist'), false);
  await requireSameData({ ...setup.services, db }, at('saved/dist'), false);
  await db.destroy();
});

it('FORM-11 a lead erased after a backup is erased again by the newest log', async () => {
  const id = await send();
  const other = await send();
  const admin = (of: LeadSetup) => ({ ...of.services, dataDir: of.services.env.DATA_DIR });
  await eraseAll(admin(setup), [other], 'request');
  expect(await backup([at('saved')])).toMatchObject({ code: 0 });
  await eraseAll(admin(setup), [id], 'request');

  const restored = await restore();
  try {
    expect(await findRestored(admin(restored))).toEqual([]);
    cpSync(at('live/data/erasures.log'), at('restored/data/erasures.log'));
    expect(await findRestored(admin(restored))).toEqual([id]);
    await eraseAll(admin(restored), [id], 'request');
    expect(JSON.stringify(await restored.leads())).not.toContain('Quillfeather');
    expect(new Set((await restored.outbox()).map(({ state }) => state))).toEqual(new Set(['erased']));
  } finally {
    await restored.services.close();
  }
});

it('PLAT-02 an installation is saved completely, except for derived data', async () => {
  const kept = ['images/originals/a.jpg', 'trade-in-photos/b.jpg', 'erasures.log'];
  const made = ['images/cache/a.avif', 'meilisearch/data.mdb'];
  for (const name of [...kept, ...made]) {
    mkdirSync(join(at('live/data', name), '..'), { recursive: true });
    writeFileSync(at('live/data', name), name);
  }
  const ended = await backup([at('saved'), '--environment', at('live/environment')]);
  expect(ended).toMatchObject({ code: 0, err: '' });
  for (const name of kept) expect(readFileSync(at('saved/data', name), 'utf8')).toBe(name);
  for (const name of made) expect(existsSync(at('saved/data', name))).toBe(false);
  expect(existsSync(at('saved/data/forecourt.db-wal'))).toBe(false);
  expect(readFileSync(at('saved/dist/sites/riverbend/index.html'), 'utf8')).toBe('<p>page</p>');
  for (const name of ['previews', 'running']) expect(existsSync(at('saved/dist', name))).toBe(false);
  expect(readFileSync(at('saved/dealers/riverbend.json'), 'utf8')).toBe('{}');
  expect(existsSync(at('saved/public'))).toBe(true);
  expect(JSON.parse(readFileSync(at('saved/backup.json'), 'utf8'))).toHaveProperty('finishedAt');
});

it('PLAT-02 a backup is readable only by its owner, even in an existing open folder', async () => {
  mkdirSync(at('saved'), { mode: 0o755 });
  expect((await backup([at('saved'), '--environment', at('live/environment')])).code).toBe(0);
  const modeOf = (name: string) => (statSync(at('saved', name)).mode & MODE).toString(8);
  expect(['', 'data'].map(modeOf)).toEqual(['700', '700']);
  expect(['data/forecourt.db', 'environment', 'backup.json'].map(modeOf)).toEqual(['600', '600', '600']);
});

it('PLAT-02 a folder that is not empty, or inside what is saved, is refused with the remedy', async () => {
  mkdirSync(at('saved'));
  writeFileSync(at('saved/precious'), 'x');
  expect(await backup([at('saved')])).toMatchObject({
    code: 1,
    err: `The folder ${at('saved')} is not empty. Name a new or an empty folder for each backup.\n`,
  });
  expect(existsSync(at('saved/data'))).toBe(false);
  const inside = await backup([at('live/data/backups')]);
  expect(inside).toMatchObject({ code: 1, err: expect.stringContaining('Name a folder outside it.') });
  expect(existsSync(at('live/data/backups'))).toBe(false);
});

it('PLAT-02 missing paths are named with their settings, before anything is written', async () => {
  const nowhere = await backup([at('saved')], { DATA_DIR: at('nowhere') });
  expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('Set DATA_DIR or DATABASE_URL') });
  const noFile = await backup([at('saved'), '--environment', at('nowhere')]);
  expect(noFile).toMatchObject({ code: 1, err: expect.stringContaining('--environment names') });
  expect(existsSync(at('saved'))).toBe(false);
  expect(await backup([])).toMatchObject({ code: 2, err: expect.stringContaining('Name one folder') });
  expect(await backup(['--help'])).toMatchObject({ code: 0, err: '' });
});

it('PLAT-02 with Postgres all but the database is saved, and a dump is requested', async () => {
  const env = { DATABASE_URL: 'postgres://user:password@127.0.0.1:1/forecourt' };
  const without = await backup([at('saved')], env);
  expect(without.code).toBe(1);
  expect(without.err).toContain(
    `pg_dump --format=custom --file='${at('saved/database.dump')}' "$DATABASE_URL"`,
  );
  expect(without.out + without.err).not.toContain('password@');
  expect(existsSync(at('saved/dist/sites/riverbend/index.html'))).toBe(true);
  expect(existsSync(at('saved/data/forecourt.db'))).toBe(false);

  mkdirSync(at('second'));
  writeFileSync(at('second/database.dump'), 'dump');
  expect(await backup([at('second')], env)).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(at('second/database.dump'), 'utf8')).toBe('dump');
});

it('PLAT-02 a backup that fails leaves nothing that fills the disk, and what it found', async () => {
  mkdirSync(at('damaged'));
  writeFileSync(at('damaged/forecourt.db'), 'no database'.repeat(1000));
  expect(await backup([at('saved')], { DATA_DIR: at('damaged') })).toMatchObject({ code: 1 });
  expect(existsSync(at('saved'))).toBe(false);

  mkdirSync(at('dumped'));
  writeFileSync(at('dumped/database.dump'), 'dump');
  symlinkSync('loop', at('live/dist/loop'));
  const env = { DATABASE_URL: 'postgres://user:password@127.0.0.1:1/forecourt' };
  const found = 'a link that leads back to itself';
  expect(await backup([at('dumped')], env)).toMatchObject({ code: 1, err: expect.stringContaining(found) });
  expect(readdirSync(at('dumped'))).toEqual(['database.dump']);
});

it('PLAT-02 a backup that its disk has no room for is refused with both sizes and the remedy', async ({
  skip,
}) => {
  const disk = makeSmallDisk(1);
  if (!disk) return skip('this machine does not allow mounting a small disk');
  try {
    writeFileSync(at('live/dist/sites/riverbend/film.mp4'), Buffer.alloc(3_000_000));
    const refused = await backup([join(disk.folder, 'saved')]);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(
      /^The backup needs \d+\.\d MB, and the disk of \S+saved has 1\.0 MB free\. Free disk space, for example by deleting an old backup, or name a folder on another disk\.\n$/,
    );
    expect(readdirSync(disk.folder)).toEqual([]);
  } finally {
    disk.remove();
  }
});

it('PLAT-02 files that releases share are saved once', async () => {
  const shared = ['releases/riverbend/one1/pages', 'releases/riverbend/one2/pages'];
  for (const name of shared) mkdirSync(at('live/dist', name), { recursive: true });
  writeFileSync(at('live/dist', `${shared[0]}/shop.webp`), 'picture');
  linkSync(at('live/dist', `${shared[0]}/shop.webp`), at('live/dist', `${shared[1]}/shop.webp`));
  expect(await backup([at('saved')])).toMatchObject({ code: 0 });
  const [one, other] = shared.map((name) => statSync(at('saved/dist', name, 'shop.webp')));
  expect([one?.ino, one?.nlink]).toEqual([other?.ino, 2]);
});

it('PLAT-02 beside a build a backup holds the code and releases that its pointers name, and nothing unfinished', async () => {
  const whole = [
    'live/riverbend.json',
    'code.json',
    'code/code1/server/entry.mjs',
    'releases/riverbend/one1/pages/.well-known/security.txt',
  ];
  const unfinished = [
    '.lock.db',
    '.staging/riverbend/index.html',
    'code/.new-code2/server/entry.mjs',
    'releases/riverbend/.going-one0/release.json',
  ];
  for (const name of [...whole, ...unfinished]) {
    mkdirSync(join(at('live/dist', name), '..'), { recursive: true });
    writeFileSync(at('live/dist', name), name);
  }
  expect(await backup([at('saved')])).toMatchObject({ code: 0 });
  for (const name of unfinished) expect([name, existsSync(at('saved/dist', name))]).toEqual([name, false]);
  expect(readdirSync(at('saved/dist/releases/riverbend'))).toEqual(['one1']);
  const written = whole.map((name) => statSync(at('saved/dist', name), { bigint: true }).mtimeNs);
  const inOrder = [...written.slice(0, 2), ...written.slice(2).sort((a, b) => (a < b ? -1 : 1))];
  expect(inOrder).toEqual(written.toSorted((a, b) => (a < b ? -1 : 1)));
});
