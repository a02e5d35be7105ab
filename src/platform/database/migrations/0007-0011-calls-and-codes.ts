import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Engine, finishTable } from '#src/platform/database/database.ts';
import { PHONE_HASH_KEY } from '#src/platform/database/installation-keys.ts';
import type { Tables } from '#src/platform/database/tables.ts';

/** Phone numbers revealed on vehicle pages, each a likely call. */
export const leadCalls = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    await finishTable(engine)(
      db.schema
        .createTable('lead_calls')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('website_id', 'text', (c) => c.notNull())
        .addColumn('car_id', 'text', (c) => c.notNull())
        .addColumn('dealership_id', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull()),
    );
    await db.schema
      .createIndex('lead_calls_website')
      .on('lead_calls')
      .columns(['website_id', 'created_at'])
      .execute();
  },
});

export const vehicleViews = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    await finishTable(engine)(
      db.schema
        .createTable('vehicle_views')
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('car_id', 'text', (c) => c.notNull())
        .addColumn('views', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('vehicle_views_key', ['dealer', 'car_id']),
    );
  },
});

/** Advertised price of a vehicle with its start, and the previous price; recorded from the next change on. */
export const advertisedPrice: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('vehicles').addColumn('advertised', 'text').execute();
  },
};

const KEY_BYTES = 32;

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

/** Disclaimers shown next to repayments, kept as a record of what shoppers read. */
export const financeWordings = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    await finishTable(engine)(
      db.schema
        .createTable('finance_wordings')
        .addColumn('version', 'text', (c) => c.primaryKey())
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('first_shown_at', 'text', (c) => c.notNull()),
    );
  },
});
