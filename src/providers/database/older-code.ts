import { AsyncLocalStorage } from 'node:async_hooks';
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** Key of `installation_keys`: the migration that code must have to open this database. */
const NEEDED_MIGRATION = 'needed_migration';

export class OlderCodeRuns extends Error {
  override name = 'OlderCodeRuns' as const;
  constructor(migration: string) {
    super(`The older code that still runs cannot use the database after ${migration}: restart`);
  }
}

const besideOlderCode = new AsyncLocalStorage<true>();

/**
 * Migrates while older code uses the database.
 * @throws OlderCodeRuns at a migration that such code could not live with; nothing has changed then
 */
export const whileOlderCodeRuns = <T>(work: () => Promise<T>): Promise<T> => besideOlderCode.run(true, work);

/**
 * For a migration after which code without it fails or writes wrong data: it removes or renames something, requires a
 * value that such code does not write, or gives a value a new meaning. Code without it then refuses the database.
 */
export async function refuseOlderCode(db: Kysely<unknown>, migration: string): Promise<void> {
  if (besideOlderCode.getStore()) throw new OlderCodeRuns(migration);
  await (db as Kysely<Tables>)
    .insertInto('installation_keys')
    .values({ name: NEEDED_MIGRATION, value: migration })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: migration }))
    .execute();
}

export class NewerSchemaError extends Error {
  override name = 'DatabaseOfLaterCode' as const;
  constructor(later: readonly string[]) {
    super(
      `The database has been used by a later release of this code (${later.join(', ')}), and this release cannot use it.
Start the later release, or restore the backup from before the upgrade.`,
    );
  }
}

async function appliedMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * The migrations of later code that this database has had, where code that knows only `known` may still use it.
 * Empty if there are none: what failed has another reason.
 * @throws DatabaseOfLaterCode if it may not
 */
export async function laterMigrations(db: Database, known: readonly string[]): Promise<string[]> {
  const applied = await appliedMigrations(db);
  const later = applied.filter((name) => !known.includes(name));
  if (later.length === 0) return [];
  const needed = await db
    .selectFrom('installation_keys')
    .select('value')
    .where('name', '=', NEEDED_MIGRATION)
    .executeTakeFirst();
  const isKnown = needed === undefined || known.includes(needed.value);
  if (isKnown && known.every((name) => applied.includes(name))) return later;
  throw new NewerSchemaError(later);
}
