import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import type { Tables } from '../tables.ts';
import { finishTable } from './finish-table.ts';

/** The row health checks write, and the installation a database belongs to. */
export const healthTables = (engine: Engine): Migration => {
  const finish = finishTable(engine);

  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      await finish(
        schema
          .createTable('health_checks')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('at', 'text', (c) => c.notNull())
          .addColumn('filler', 'text', (c) => c.notNull()),
      );
      await finish(
        schema
          .createTable('installation')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('created_at', 'text', (c) => c.notNull()),
      );
      const installation = { id: randomUUID(), created_at: new Date().toISOString() };
      await (db as Kysely<Tables>).insertInto('installation').values(installation).execute();
    },
  };
};
