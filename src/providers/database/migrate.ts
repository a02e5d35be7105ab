import { Migrator } from 'kysely/migration';
import { type Engine, firstTables } from './migrations/0001-first-tables.ts';
import { fleetTables } from './migrations/0002-fleet.ts';
import { leadTables } from './migrations/0003-leads.ts';
import type { Database } from './sqlite.ts';

/** Brings the database to the newest shape, in one transaction. A landed migration is never edited. */
export async function migrate(db: Database, engine: Engine = 'sqlite'): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-first-tables': firstTables(engine),
        '0002-fleet': fleetTables(engine),
        '0003-leads': leadTables(engine),
      }),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(String(error));
}
