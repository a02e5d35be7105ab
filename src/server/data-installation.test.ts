import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Environment, readEnvironment } from '#src/config/environment.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { createFolderStorage } from '#src/platform/storage/folder-storage.ts';
import { requireData, requireSameData } from './data-installation.ts';
import type { Services } from './services.ts';

let folder: string;
let dist: string;
let env: Environment;
let db: Database;
let indexed = 0;

const services = () =>
  ({
    db,
    env,
    index: { count: async () => indexed },
    tenants: { all: [{ slug: 'riverbend' }] },
  }) as unknown as Services;
const open = async () => {
  db = await openDatabase(env);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-installation-'));
  dist = join(folder, 'dist');
  mkdirSync(dist);
  env = readEnvironment({ SITE_SECRET: 'x'.repeat(32), DATA_DIR: join(folder, 'data') });
  indexed = 0;
  await open();
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

async function emptyDataFolder(): Promise<void> {
  await db.destroy();
  rmSync(env.DATA_DIR, { recursive: true });
}

it('PLAT-02 a first start, and any later one with the same database, succeeds', async () => {
  requireData(dist, env, false);
  await requireSameData(services(), dist, false);
  await requireSameData(services(), dist, false);
  requireData(dist, env, false);
});

it('PLAT-02 an emptied data folder is refused with place, expectation and remedy, and no new database is made', async () => {
  await requireSameData(services(), dist, false);
  await emptyDataFolder();
  const file = join(env.DATA_DIR, 'forecourt.db');
  expect(() => requireData(dist, env, false)).toThrow(
    new RegExp(`no database at ${file}.*last opened with ${file} \\(0 leads, 0 vehicles, .*--new-data`, 's'),
  );
  expect(() => requireData(dist, env, true)).not.toThrow();
  await open();
  await expect(requireSameData(services(), dist, false)).rejects.toThrow(/is an empty database, but/);
  await requireSameData(services(), dist, true);
  await requireSameData(services(), dist, false);
});

it('PLAT-02 a database that was moved is the same', async () => {
  await requireSameData(services(), dist, false);
  await db.destroy();
  const bytes = readFileSync(join(env.DATA_DIR, 'forecourt.db'));
  env = { ...env, DATA_DIR: join(folder, 'elsewhere') };
  mkdirSync(env.DATA_DIR);
  writeFileSync(join(env.DATA_DIR, 'forecourt.db'), bytes);
  requireData(dist, env, false);
  await open();
  await requireSameData(services(), dist, false);
});

it('PLAT-02 without a note beside the build, cars in the search index show that an empty database is not the first', async () => {
  indexed = 12;
  await expect(requireSameData(services(), dist, false)).rejects.toThrow(
    /the search index "vehicles" holds cars/,
  );
  await requireSameData(services(), dist, true);
});

it('PLAT-02 the note holds no password and no personal data', async () => {
  await requireSameData(services(), dist, false);
  const note = JSON.parse(readFileSync(join(dist, 'installation.json'), 'utf8'));
  expect(Object.keys(note).sort()).toEqual(['id', 'lastOpenedAt', 'leads', 'place', 'vehicles']);
});

it('PLAT-100 sites of all machines remember their database where they are stored', async () => {
  const shared = createFolderStorage(dist);
  const nowhere = join(folder, 'of a new machine');
  await requireSameData(services(), nowhere, false, shared);
  await requireSameData(services(), nowhere, false, shared);
  await emptyDataFolder();
  await open();
  const refused = requireSameData(services(), nowhere, false, shared);
  await expect(refused).rejects.toThrow(
    `an empty database, but the sites in ${shared.name} were last opened`,
  );
  await requireSameData(services(), nowhere, true, shared);
  await requireSameData(services(), nowhere, false, shared);
});
