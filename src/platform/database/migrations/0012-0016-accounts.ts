import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Engine, finishTable } from '#src/platform/database/database.ts';

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

export const watchlists = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await finishTable(engine)(
      schema
        .createTable('watchlists')
        .addColumn('contact_id', 'text', (c) => c.notNull().references('contacts.id').onDelete('cascade'))
        .addColumn('vehicle_id', 'text', (c) => c.notNull())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('saved_at', 'text', (c) => c.notNull())
        .addColumn('price_cents', 'integer')
        .addColumn('price_type', 'text')
        .addPrimaryKeyConstraint('watchlists_key', ['contact_id', 'vehicle_id']),
    );
    await schema.createIndex('watchlists_vehicle').on('watchlists').column('vehicle_id').execute();
  },
});

/** Reservations, which imports do not change, and invoices paid online. */
export const reservations = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await finishTable(engine)(
      schema
        .createTable('reservations')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('vehicle_id', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('amount_cents', 'integer', (c) => c.notNull())
        .addColumn('checkout_id', 'text')
        .addColumn('payment_id', 'text')
        .addColumn('lead_id', 'text')
        .addColumn('contact_id', 'text')
        .addColumn('phone', 'text', (c) => c.notNull())
        .addColumn('email', 'text', (c) => c.notNull())
        .addColumn('payload', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('expires_at', 'text', (c) => c.notNull())
        .addColumn('paid_at', 'text')
        .addColumn('refund_due_at', 'text')
        .addColumn('refunded_at', 'text'),
    );
    await finishTable(engine)(
      schema
        .createTable('online_payments')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('amount_cents', 'integer', (c) => c.notNull())
        .addColumn('checkout_id', 'text')
        .addColumn('payment_id', 'text')
        .addColumn('lead_id', 'text')
        .addColumn('payload', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('paid_at', 'text')
        .addColumn('refunded_at', 'text'),
    );
    await schema
      .createIndex('online_payments_created')
      .on('online_payments')
      .columns(['dealer', 'created_at'])
      .execute();
    // A unique index prevents concurrent reservations of a vehicle.
    await schema
      .createIndex('reservations_live')
      .unique()
      .on('reservations')
      .columns(['dealer', 'vehicle_id'])
      .where(sql<boolean>`state in ('held', 'reserved')`)
      .execute();
    await schema
      .createIndex('reservations_vehicle')
      .on('reservations')
      .columns(['vehicle_id', 'state'])
      .execute();
    await schema.createIndex('reservations_dealer').on('reservations').columns(['dealer', 'state']).execute();
    await schema
      .createIndex('reservations_state')
      .on('reservations')
      .columns(['state', 'expires_at'])
      .execute();
    for (const column of ['payment_id', 'lead_id', 'contact_id', 'phone', 'email', 'refund_due_at'] as const)
      await schema.createIndex(`reservations_of_${column}`).on('reservations').column(column).execute();
  },
});

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
        // The search itself may be too long to index.
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

/** CONT-09: one draw per phone and dealer. */
export const prizeDraws = (engine: Engine): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await finishTable(engine)(
      schema
        .createTable('prize_draws')
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('phone_hash', 'text', (c) => c.notNull())
        .addColumn('prize_id', 'text', (c) => c.notNull())
        .addColumn('label', 'text', (c) => c.notNull())
        .addColumn('wins', 'integer', (c) => c.notNull())
        .addColumn('lead_id', 'text', (c) => c.notNull())
        .addColumn('drawn_at', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('prize_draws_key', ['dealer', 'phone_hash']),
    );
    await schema.createIndex('prize_draws_lead').on('prize_draws').column('lead_id').execute();
  },
});
