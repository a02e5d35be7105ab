import { Migrator } from 'kysely/migration';
import { type Database, engineOf } from './database.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { fleetTables } from './migrations/0002-fleet.ts';
import { leadTables } from './migrations/0003-leads.ts';
import { healthTables } from './migrations/0004-health.ts';
import { keyedIds } from './migrations/0005-keyed-ids.ts';

/**
 * Brings the database to the newest shape, in one transaction and under a lock: processes that start together do
 * not run a migration twice. A landed migration is never edited.
 */
export async function migrate(db: Database): Promise<void> {
  const engine = engineOf(db);
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-first-tables': firstTables(engine),
        '0002-fleet': fleetTables(engine),
        '0003-leads': leadTables(engine),
        '0004-health': healthTables(engine),
        '0005-keyed-ids': keyedIds(engine),
      }),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(String(error));
}
