import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Engine, finishTable } from '#src/platform/database/database.ts';

/** PLAT-96: posted feeds that wait in a bucket, where a list would cost more than a row. */
export const pushedFeeds = (engine: Engine): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await finishTable(engine)(
      schema
        .createTable('pushed_feeds')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('bytes', 'integer', (c) => c.notNull())
        .addColumn('arrived_at', 'text', (c) => c.notNull())
        .addColumn('accepted_at', 'text'),
    );
    await schema
      .createIndex('pushed_feeds_of_dealer')
      .on('pushed_feeds')
      .columns(['dealer', 'accepted_at'])
      .execute();
  },
});
