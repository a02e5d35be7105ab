import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import { finishTable } from './finish-table.ts';

/** Searches with alerts, of contacts and of e-mail addresses. */
export const savedSearches = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await finishTable(engine)(
      schema
        .createTable('saved_searches')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('contact_id', 'text')
        .addColumn('channel', 'text', (c) => c.notNull())
        .addColumn('recipient', 'text', (c) => c.notNull())
        .addColumn('search', 'text', (c) => c.notNull())
        .addColumn('search_hash', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('consent', 'text', (c) => c.notNull())
        .addColumn('stop_token', 'text', (c) => c.notNull().unique())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('confirmed_at', 'text')
        .addColumn('confirm_due_at', 'text')
        .addColumn('looked_at', 'text', (c) => c.notNull())
        .addColumn('due_at', 'text', (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull())
        .addColumn('expires_at', 'text', (c) => c.notNull())
        // The search itself may be longer than an index takes.
        .addUniqueConstraint('saved_searches_once', ['dealer', 'channel', 'recipient', 'search_hash']),
    );
    const index = (name: string, columns: string[]) =>
      schema.createIndex(`saved_searches_${name}`).on('saved_searches').columns(columns).execute();
    await index('due', ['dealer', 'due_at']);
    await index('unconfirmed', ['confirm_due_at']);
    await index('recipient', ['recipient']);
    await index('contact', ['contact_id']);
    await index('expiry', ['expires_at']);
  },
});
