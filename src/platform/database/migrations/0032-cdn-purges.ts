import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Engine, finishTable } from '#src/platform/database/database.ts';

/** PLAT-63: what a CDN was last purged for. */
export const cdnPurges = (engine: Engine): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await finishTable(engine)(
      schema
        .createTable('cdn_purges')
        .addColumn('dealer', 'text', (c) => c.primaryKey())
        .addColumn('release', 'text', (c) => c.notNull())
        .addColumn('stock', 'integer', (c) => c.notNull())
        .addColumn('purged_at', 'text')
        .addColumn('again_at', 'text')
        .addColumn('again_tags', 'text', (c) => c.notNull())
        .addColumn('failing_since', 'text')
        .addColumn('last_error', 'text')
        .addColumn('alarmed_at', 'text'),
    );
  },
});
