import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { DatabaseLocation } from '#src/config/environment.ts';
import { databaseContents } from '#src/platform/database/installation-keys.ts';
import { SQLITE_FILE } from '#src/platform/database/open-database.ts';
import { type ObjectStorage, PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { replaceFileSync } from '#src/platform/storage/replace-file.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import type { Services } from './services.ts';

/** Stored with the sites, so that it survives an emptied data folder. */
const FILE = 'installation.json';

const InstallationSchema = v.object({
  /** Stored in the database, so it moves with it. */
  id: v.string(),
  place: v.string(),
  leads: v.number(),
  vehicles: v.number(),
  lastOpenedAt: v.string(),
});
type Installation = v.InferOutput<typeof InstallationSchema>;

function parseInstallation(text: string | undefined): Installation | undefined {
  try {
    return v.parse(InstallationSchema, JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

function readInstallation(dist: string): Installation | undefined {
  const file = join(dist, FILE);
  return existsSync(file) ? parseInstallation(readFileSync(file, 'utf8')) : undefined;
}

/** For sites in a bucket that all machines share: the record is stored with them. */
const sharedKey = `releases/${FILE}`;

/** A server must start while the bucket is unavailable. */
const readShared = (storage: ObjectStorage): Promise<Installation | 'unknown' | undefined> =>
  storage.get(sharedKey).then(
    (body) => parseInstallation(body?.toString()),
    () => 'unknown' as const,
  );

const sqliteFile = ({ DATA_DIR }: DatabaseLocation) => resolve(DATA_DIR, SQLITE_FILE);

/** Opening a database creates it, so check this first. */
export const hasData = (place: DatabaseLocation): boolean =>
  place.DATABASE_URL !== '' || existsSync(sqliteFile(place));

/** Omits the password. */
const databaseLocation = (place: DatabaseLocation): string => {
  if (!place.DATABASE_URL) return sqliteFile(place);
  const { host, pathname } = new URL(place.DATABASE_URL);
  return `Postgres ${host}${pathname}`;
};

const remedy = (expected: string, found: string) =>
  new Error(
    `${found}, but ${expected}.
An emptied or wrong data folder loses leads and stock. Restore the backup, or set DATA_DIR or DATABASE_URL to where the data is.
To start with new data, add --new-data.`,
  );

const lastOpened = (sites: string, { place, leads, vehicles, lastOpenedAt }: Installation) =>
  `the sites in ${sites} were last opened with ${place} (${leads} leads, ${vehicles} vehicles, ${lastOpenedAt.slice(0, 10)})`;

/**
 * Call this before opening the database, which would create an empty one.
 * @throws Error with location, expectation and remedy if these sites had a database and there is none
 */
export function requireData(dist: string, place: DatabaseLocation, isNewData: boolean): void {
  const recorded = readInstallation(dist);
  if (isNewData || !recorded || place.DATABASE_URL || existsSync(sqliteFile(place))) return;
  throw remedy(lastOpened(dist, recorded), `There is no database at ${sqliteFile(place)}`);
}

/** False if the search engine does not respond. */
async function isIndexed({ index, tenants }: Pick<Services, 'index' | 'tenants'>): Promise<boolean> {
  for (const { slug } of tenants.all) {
    const count = await index.count(slug).catch(() => undefined);
    if (count === undefined) return false;
    if (count > 0) return true;
  }
  return false;
}

/**
 * Ensures that the open database is the one these sites were last opened with, and records it. Without a record,
 * vehicles in the search index show that an empty database is not the first one.
 * @param storage where all machines have their sites, if not in `dist`
 * @throws Error with location, expectation and remedy
 */
export async function requireSameData(
  { db, env, index, tenants }: Pick<Services, 'db' | 'env' | 'index' | 'tenants'>,
  dist: string,
  isNewData: boolean,
  storage?: ObjectStorage,
): Promise<void> {
  const recorded = storage ? await readShared(storage) : readInstallation(dist);
  if (recorded === 'unknown') return;
  const { id, leads, vehicles } = await databaseContents(db);
  const place = databaseLocation(env);
  const isEmpty = leads === 0 && vehicles === 0;
  if (!isNewData) {
    const what = `${place} is ${isEmpty ? 'an empty' : 'another'} database`;
    if (recorded && recorded.id !== id) throw remedy(lastOpened(storage?.name ?? dist, recorded), what);
    if (!recorded && isEmpty && (await isIndexed({ index, tenants })))
      throw remedy(`the search index "${env.MEILI_INDEX}" holds cars of these dealers`, what);
  }
  const installation = { id, place, leads, vehicles, lastOpenedAt: new Date().toISOString() };
  if (!storage) recordInstallation(dist, installation);
  else if (recorded?.id !== id)
    await storage.put(sharedKey, Buffer.from(JSON.stringify(installation)), PRIVATE_FILE);
}

function recordInstallation(dist: string, installation: Installation): void {
  if (!existsSync(dist)) return;
  try {
    replaceFileSync(join(dist, FILE), `${JSON.stringify(installation, null, 2)}\n`);
  } catch (error) {
    console.error(
      `An emptied data folder would go unnoticed: ${plainReason(error)}. Let this user write to ${dist}.`,
    );
  }
}
