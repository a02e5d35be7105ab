import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import { PHONE_HASH_KEY } from '../phone-hash.ts';
import type { Tables } from '../tables.ts';
import { finishTable } from './finish-table.ts';

const KEY_BYTES = 32;

/** Codes sent to phones, and the tokens of phones that were verified by one. */
export const phoneCodes = (engine: Engine): Migration => {
  const finish = finishTable(engine);

  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      await finish(
        schema
          .createTable('phone_codes')
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('purpose', 'text', (c) => c.notNull())
          .addColumn('phone_hash', 'text', (c) => c.notNull())
          .addColumn('code_mac', 'text', (c) => c.notNull())
          .addColumn('tries', 'integer', (c) => c.notNull())
          .addColumn('expires_at', 'text', (c) => c.notNull())
          .addPrimaryKeyConstraint('phone_codes_key', ['dealer', 'purpose', 'phone_hash']),
      );
      await finish(
        schema
          .createTable('phone_tokens')
          .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('purpose', 'text', (c) => c.notNull())
          .addColumn('phone_hash', 'text', (c) => c.notNull())
          .addColumn('expires_at', 'text', (c) => c.notNull()),
      );
      for (const table of ['phone_codes', 'phone_tokens']) {
        await schema.createIndex(`${table}_expiry`).on(table).column('expires_at').execute();
        await schema.createIndex(`${table}_phone`).on(table).column('phone_hash').execute();
      }
      const value = randomBytes(KEY_BYTES).toString('hex');
      await (db as Kysely<Tables>)
        .insertInto('installation_keys')
        .values({ name: PHONE_HASH_KEY, value })
        .execute();
    },
  };
};
