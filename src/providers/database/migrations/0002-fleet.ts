import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';

/** Pictures of feeds, versions of each dealer's stock, and leases between processes. */
export const fleetTables = (engine: Engine): Migration => {
  const finish = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
    (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute();

  return {
    async up({ schema }: Kysely<unknown>) {
      await finish(
        schema
          .createTable('pictures')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('url', 'text', (c) => c.notNull())
          .addColumn('state', 'text', (c) => c.notNull())
          .addColumn('version', 'integer', (c) => c.notNull())
          .addColumn('content_hash', 'text')
          .addColumn('etag', 'text')
          .addColumn('last_modified', 'text')
          .addColumn('attempts', 'integer', (c) => c.notNull())
          .addColumn('next_attempt_at', 'text', (c) => c.notNull())
          .addColumn('last_wanted_at', 'text', (c) => c.notNull())
          .addColumn('last_error', 'text')
          .addUniqueConstraint('pictures_url', ['dealer', 'url']),
      );
      await finish(
        schema
          .createTable('stock_versions')
          .addColumn('dealer', 'text', (c) => c.primaryKey().notNull())
          .addColumn('version', 'integer', (c) => c.notNull()),
      );
      await finish(
        schema
          .createTable('leases')
          .addColumn('name', 'text', (c) => c.primaryKey().notNull())
          .addColumn('holder', 'text', (c) => c.notNull())
          .addColumn('until', 'text', (c) => c.notNull()),
      );
    },
  };
};
