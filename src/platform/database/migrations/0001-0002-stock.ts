import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '#src/platform/database/database.ts';

export const firstTables = (engine: Engine): Migration => {
  // Unless a table is STRICT, SQLite stores floats in integer columns, which Postgres rejects.
  const finish = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
    (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute();

  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      const withSequence = (name: string) =>
        engine === 'sqlite'
          ? schema.createTable(name).addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
          : schema.createTable(name).addColumn('seq', 'serial', (c) => c.primaryKey());

      await finish(
        schema
          .createTable('vehicles')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('identity', 'text', (c) => c.notNull())
          .addColumn('slug', 'text', (c) => c.notNull())
          .addColumn('status', 'text', (c) => c.notNull())
          .addColumn('price_cents', 'integer')
          .addColumn('record', 'text', (c) => c.notNull())
          .addColumn('content_hash', 'text', (c) => c.notNull())
          .addColumn('run_id', 'text', (c) => c.notNull())
          .addColumn('first_seen_at', 'text', (c) => c.notNull())
          .addColumn('updated_at', 'text', (c) => c.notNull())
          .addColumn('sold_at', 'text')
          .addColumn('removed_at', 'text')
          .addUniqueConstraint('vehicles_identity', ['dealer', 'identity'])
          .addUniqueConstraint('vehicles_slug', ['dealer', 'slug']),
      );
      await finish(
        withSequence('vehicle_history')
          .addColumn('vehicle_id', 'text', (c) => c.notNull())
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('at', 'text', (c) => c.notNull())
          .addColumn('kind', 'text', (c) => c.notNull())
          .addColumn('before', 'text')
          .addColumn('after', 'text'),
      );
      await schema
        .createIndex('vehicle_history_vehicle')
        .on('vehicle_history')
        .columns(['vehicle_id', 'seq'])
        .execute();
      await finish(
        schema
          .createTable('index_changes')
          .addColumn('vehicle_id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('version', 'integer', (c) => c.notNull()),
      );
      await finish(
        schema
          .createTable('import_runs')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('started_at', 'text', (c) => c.notNull())
          .addColumn('finished_at', 'text')
          .addColumn('feed', 'text', (c) => c.notNull())
          .addColumn('summary', 'text'),
      );
      await finish(
        schema
          .createTable('leads')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('form', 'text', (c) => c.notNull())
          .addColumn('idempotency_key', 'text', (c) => c.notNull())
          .addColumn('body_hash', 'text', (c) => c.notNull())
          .addColumn('payload', 'text', (c) => c.notNull())
          .addColumn('vehicle_id', 'text')
          .addColumn('created_at', 'text', (c) => c.notNull())
          .addUniqueConstraint('leads_idempotency', ['dealer', 'idempotency_key']),
      );
      await finish(
        schema
          .createTable('outbox')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('destination', 'text', (c) => c.notNull())
          .addColumn('state', 'text', (c) => c.notNull())
          .addColumn('attempts', 'integer', (c) => c.notNull())
          .addColumn('next_attempt_at', 'text', (c) => c.notNull())
          .addColumn('leased_until', 'text')
          .addColumn('delivered_at', 'text')
          .addColumn('last_error', 'text')
          .addUniqueConstraint('outbox_destination', ['lead_id', 'destination']),
      );
      await schema.createIndex('outbox_due').on('outbox').columns(['state', 'next_attempt_at']).execute();
      await finish(
        withSequence('delivery_attempts')
          .addColumn('outbox_id', 'text', (c) => c.notNull().references('outbox.id').onDelete('cascade'))
          .addColumn('at', 'text', (c) => c.notNull())
          .addColumn('outcome', 'text', (c) => c.notNull())
          .addColumn('detail', 'text'),
      );
    },
  };
};

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
