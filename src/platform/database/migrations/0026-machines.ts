import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Engine, finishTable } from '#src/platform/database/database.ts';

/** PLAT-34, PLAT-35: processes that run, who last ran a job, and which pictures wait to be fetched. */
export const machines = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    // Counting them must not read all pictures of a fleet. First: it takes a while, during which `leases` must not be locked.
    await sql`create index pictures_wanted on pictures (dealer) where state = 'wanted'`.execute(db);
    await finishTable(engine)(
      db.schema
        .createTable('machines')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('host', 'text', (c) => c.notNull())
        .addColumn('pid', 'integer', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('port', 'integer')
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('code', 'text', (c) => c.notNull())
        .addColumn('behind', 'text')
        .addColumn('behind_since', 'text')
        .addColumn('memory_mb', 'integer', (c) => c.notNull())
        .addColumn('errors', 'integer', (c) => c.notNull())
        .addColumn('started_at', 'text', (c) => c.notNull())
        .addColumn('seen_at', 'text', (c) => c.notNull()),
    );
    for (const column of ['process', 'taken_at', 'succeeded_at'])
      await db.schema.alterTable('leases').addColumn(column, 'text').execute();
  },
});
