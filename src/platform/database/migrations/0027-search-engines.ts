import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Engine, finishTable } from '#src/platform/database/database.ts';

/** PLAT-50: which dealer is on which search engine, and what each engine's index was made by. */
export const searchEngines = (engine: Engine): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const finish = finishTable(engine);
    await finish(
      schema
        .createTable('search_placements')
        .addColumn('dealer', 'text', (c) => c.primaryKey().notNull())
        .addColumn('engine', 'text', (c) => c.notNull())
        .addColumn('other_engine', 'text')
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('changed_at', 'text', (c) => c.notNull()),
    );
    await finish(
      schema
        .createTable('search_copies')
        .addColumn('engine', 'text', (c) => c.notNull())
        .addColumn('vehicle_id', 'text', (c) => c.notNull())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('search_copies_key', ['engine', 'vehicle_id']),
    );
    await finish(
      schema
        .createTable('search_indexes')
        .addColumn('engine', 'text', (c) => c.primaryKey().notNull())
        .addColumn('settings_version', 'integer', (c) => c.notNull())
        .addColumn('document_version', 'integer', (c) => c.notNull())
        .addColumn('confirmed_at', 'text', (c) => c.notNull()),
    );
  },
});
