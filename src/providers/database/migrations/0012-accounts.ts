import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import { finishTable } from './finish-table.ts';

/** People who sign in, their sessions, and records of the codes sent and verified. */
export const accounts = (engine: Engine): Migration => {
  const finish = finishTable(engine);

  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      await finish(
        schema
          .createTable('contacts')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('phone', 'text', (c) => c.notNull())
          .addColumn('first_name', 'text', (c) => c.notNull())
          .addColumn('last_name', 'text', (c) => c.notNull())
          .addColumn('email', 'text', (c) => c.notNull())
          .addColumn('website', 'text', (c) => c.notNull())
          .addColumn('dealership_slug', 'text', (c) => c.notNull())
          .addColumn('opt_in_consent', 'text')
          .addColumn('terms_consent', 'text')
          .addColumn('created_at', 'text', (c) => c.notNull())
          .addColumn('updated_at', 'text', (c) => c.notNull())
          .addUniqueConstraint('contacts_phone', ['dealer', 'phone']),
      );
      await schema.createIndex('contacts_of_phone').on('contacts').column('phone').execute();
      await schema.createIndex('contacts_of_email').on('contacts').column('email').execute();
      await finish(
        schema
          .createTable('sessions')
          .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('contact_id', 'text', (c) => c.notNull())
          .addColumn('created_at', 'text', (c) => c.notNull())
          .addColumn('expires_at', 'text', (c) => c.notNull()),
      );
      await schema.createIndex('sessions_contact').on('sessions').column('contact_id').execute();
      await schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute();
      await finish(
        schema
          .createTable('verifications')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('website_slug', 'text', (c) => c.notNull())
          .addColumn('dealership_slug', 'text', (c) => c.notNull())
          .addColumn('verification_type', 'text', (c) => c.notNull())
          .addColumn('user_id', 'text')
          .addColumn('created_at', 'text', (c) => c.notNull()),
      );
      await schema.createIndex('verifications_user').on('verifications').column('user_id').execute();
      await schema.createIndex('verifications_at').on('verifications').column('created_at').execute();
    },
  };
};
