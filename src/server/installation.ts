import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { DatabasePlace } from '#src/config/environment.ts';
import { replaceFileSync } from '#src/disk/replace-file.ts';
import { databaseContents } from '#src/providers/database/installation.ts';
import { SQLITE_FILE } from '#src/providers/database/open-database.ts';
import type { Services } from './services.ts';

/** Beside the sites: it outlives a data folder that is emptied. */
const FILE = 'installation.json';

const InstallationSchema = v.object({
  /** Of the database, which takes it along wherever it is moved. */
  id: v.string(),
  /** Where the database was. */
  place: v.string(),
  leads: v.number(),
  vehicles: v.number(),
  lastOpenedAt: v.string(),
});
type Installation = v.InferOutput<typeof InstallationSchema>;

function installationBeside(dist: string): Installation | undefined {
  try {
    return v.parse(InstallationSchema, JSON.parse(readFileSync(join(dist, FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

const sqliteFile = ({ DATA_DIR }: DatabasePlace) => resolve(DATA_DIR, SQLITE_FILE);

/** Without the password. */
const placeOf = (place: DatabasePlace): string => {
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

const lastOpened = (dist: string, { place, leads, vehicles, lastOpenedAt }: Installation) =>
  `the sites in ${dist} were last opened with ${place} (${leads} leads, ${vehicles} vehicles, ${lastOpenedAt.slice(0, 10)})`;

/**
 * Before the database is opened, which would make an empty one.
 * @throws Error with place, what was expected and the remedy, where these sites had a database and there is none
 */
export function requireData(dist: string, place: DatabasePlace, isNewData: boolean): void {
  const known = installationBeside(dist);
  if (isNewData || !known || place.DATABASE_URL || existsSync(sqliteFile(place))) return;
  throw remedy(lastOpened(dist, known), `There is no database at ${sqliteFile(place)}`);
}

/** Dealers whose cars the search engine knows; none where it does not answer. */
async function isIndexed({ index, tenants }: Pick<Services, 'index' | 'tenants'>): Promise<boolean> {
  for (const { slug } of tenants.all) {
    const count = await index.count(slug).catch(() => undefined);
    if (count === undefined) return false;
    if (count > 0) return true;
  }
  return false;
}

/**
 * Makes sure that the open database is the one these sites were last opened with, and notes it beside them. Where
 * nothing was noted, cars in the search index say that an empty database is not the first.
 * @throws Error with place, what was expected and the remedy
 */
export async function requireSameData(
  { db, env, index, tenants }: Pick<Services, 'db' | 'env' | 'index' | 'tenants'>,
  dist: string,
  isNewData: boolean,
): Promise<void> {
  const known = installationBeside(dist);
  const { id, leads, vehicles } = await databaseContents(db);
  const place = placeOf(env);
  const isEmpty = leads === 0 && vehicles === 0;
  if (!isNewData) {
    const what = `${place} is ${isEmpty ? 'an empty' : 'another'} database`;
    if (known && known.id !== id) throw remedy(lastOpened(dist, known), what);
    if (!known && isEmpty && (await isIndexed({ index, tenants })))
      throw remedy(`the search index "${env.MEILI_INDEX}" holds cars of these dealers`, what);
  }
  noteInstallation(dist, { id, place, leads, vehicles, lastOpenedAt: new Date().toISOString() });
}

function noteInstallation(dist: string, installation: Installation): void {
  if (!existsSync(dist)) return;
  try {
    replaceFileSync(join(dist, FILE), `${JSON.stringify(installation, null, 2)}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    console.error(`An emptied data folder would go unnoticed: ${reason}`);
  }
}
