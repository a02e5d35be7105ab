import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** FEED-12: when the last new file of a feed came. Until one comes, that of the last import is the best that is known. */
export const feedLastFiles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('feed_states').addColumn('last_file_at', 'text').execute();
    await sql`update feed_states set last_file_at = last_import_at`.execute(db);
  },
};
