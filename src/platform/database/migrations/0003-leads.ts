import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '#src/platform/database/database.ts';
import type { Tables } from '#src/platform/database/tables.ts';

const PAGE = 500;

/** Returns a reader for string fields, empty if missing or invalid. */
function read(text: string): (field: string) => string {
  try {
    const payload: Record<string, unknown> = JSON.parse(text);
    return (field) => (typeof payload[field] === 'string' ? payload[field] : '');
  } catch {
    return () => '';
  }
}

/** Makes leads stored earlier searchable by phone and e-mail. */
export async function fillLeadColumns(db: Kysely<Tables>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('leads')
      .select(['id', 'payload'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { id, payload } of rows) {
      const of = read(payload);
      await db
        .updateTable('leads')
        .set({
          category: of('category'),
          email: of('email').toLowerCase(),
          phone: of('phone'),
          location_id: of('location_id') || null,
        })
        .where('id', '=', id)
        .execute();
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

export const leadTables = (engine: Engine): Migration => {
  const finish = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
    (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute();

  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      const addText = (name: string, fallback: string) =>
        schema
          .alterTable('leads')
          .addColumn(name, 'text', (c) => c.notNull().defaultTo(fallback))
          .execute();
      await addText('kind', 'lead');
      await addText('category', '');
      await addText('email', '');
      await addText('phone', '');
      await schema.alterTable('leads').addColumn('location_id', 'text').execute();
      await schema.alterTable('leads').addColumn('parent_id', 'text').execute();
      await schema
        .alterTable('leads')
        .addColumn('sequence', 'integer', (c) => c.notNull().defaultTo(1))
        .execute();
      await schema.alterTable('leads').addColumn('erased_at', 'text').execute();
      for (const column of ['email', 'phone', 'parent_id', 'created_at']) {
        await schema.createIndex(`leads_${column}`).on('leads').column(column).execute();
      }
      await fillLeadColumns(db as Kysely<Tables>);
      // One queue per destination and dealer.
      await schema
        .createIndex('outbox_lane')
        .on('outbox')
        .columns(['state', 'dealer', 'destination', 'next_attempt_at'])
        .execute();
      await schema.alterTable('outbox').addColumn('restarted_at', 'text').execute();
      await schema.alterTable('delivery_attempts').addColumn('duration_ms', 'integer').execute();
      await schema
        .createIndex('delivery_attempts_outbox')
        .on('delivery_attempts')
        .columns(['outbox_id', 'seq'])
        .execute();
      await finish(
        schema
          .createTable('rate_counts')
          .addColumn('key', 'text', (c) => c.notNull())
          .addColumn('window_start', 'text', (c) => c.notNull())
          .addColumn('count', 'integer', (c) => c.notNull())
          .addColumn('expires_at', 'text', (c) => c.notNull())
          .addPrimaryKeyConstraint('rate_counts_key', ['key', 'window_start']),
      );
      await schema.createIndex('rate_counts_expiry').on('rate_counts').column('expires_at').execute();
      await finish(
        schema
          .createTable('destination_health')
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('destination', 'text', (c) => c.notNull())
          .addColumn('failures', 'integer', (c) => c.notNull())
          .addColumn('opened_at', 'text')
          .addColumn('probe_at', 'text')
          .addPrimaryKeyConstraint('destination_health_key', ['dealer', 'destination']),
      );
      await finish(
        schema
          .createTable('lead_alarms')
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('kind', 'text', (c) => c.notNull())
          .addColumn('raised_at', 'text', (c) => c.notNull())
          .addColumn('told_at', 'text')
          .addPrimaryKeyConstraint('lead_alarms_key', ['dealer', 'kind']),
      );
      await finish(
        schema
          .createTable('slot_bookings')
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('location_id', 'text', (c) => c.notNull())
          .addColumn('slot', 'text', (c) => c.notNull())
          .addColumn('taken', 'integer', (c) => c.notNull())
          .addPrimaryKeyConstraint('slot_bookings_key', ['dealer', 'location_id', 'slot']),
      );
      await finish(
        schema
          .createTable('trade_ins')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('created_at', 'text', (c) => c.notNull())
          .addColumn('updated_at', 'text', (c) => c.notNull())
          .addColumn('record', 'text', (c) => c.notNull())
          .addColumn('lead_id', 'text', (c) => c.references('leads.id').onDelete('set null'))
          .addColumn('vehicle_id', 'text'),
      );
      await schema.createIndex('trade_ins_lead').on('trade_ins').column('lead_id').execute();
      await finish(
        schema
          .createTable('trade_in_photos')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('trade_in_id', 'text', (c) => c.notNull().references('trade_ins.id').onDelete('cascade'))
          .addColumn('position', 'integer', (c) => c.notNull())
          .addColumn('bytes', 'integer', (c) => c.notNull())
          .addColumn('created_at', 'text', (c) => c.notNull()),
      );
      await finish(
        schema
          .createTable('miscellaneous_records')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('column_name', 'text', (c) => c.notNull())
          .addColumn('trade_in_id', 'text', (c) => c.references('trade_ins.id').onDelete('cascade'))
          .addColumn('value', 'text', (c) => c.notNull())
          .addColumn('created_at', 'text', (c) => c.notNull()),
      );
    },
  };
};
