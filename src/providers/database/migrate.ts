import { type Migration, Migrator } from 'kysely/migration';
import { type Database, type Engine, engineOf } from './database.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { fleetTables } from './migrations/0002-fleet.ts';
import { leadTables } from './migrations/0003-leads.ts';
import { healthTables } from './migrations/0004-health.ts';
import { keyedIds } from './migrations/0005-keyed-ids.ts';
import { listedAt } from './migrations/0006-listed-at.ts';
import { leadCalls } from './migrations/0007-lead-calls.ts';
import { vehicleViews } from './migrations/0008-vehicle-views.ts';
import { advertisedPrice } from './migrations/0009-advertised-price.ts';

/** By name, in their order. */
export const migrationsFor = (engine: Engine): Record<string, Migration> => ({
  '0001-first-tables': firstTables(engine),
  '0002-fleet': fleetTables(engine),
  '0003-leads': leadTables(engine),
  '0004-health': healthTables(engine),
  '0005-keyed-ids': keyedIds(engine),
  '0006-listed-at': listedAt,
  '0007-lead-calls': leadCalls(engine),
  '0008-vehicle-views': vehicleViews(engine),
  '0009-advertised-price': advertisedPrice,
});

/**
 * Brings the database to the newest schema, in one transaction and under a lock, so that processes that start
 * together do not run a migration twice. A merged migration is never edited.
 */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(engineOf(db)) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(String(error));
}
