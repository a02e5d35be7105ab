import type { Selectable } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';
import type { StockTables } from '#src/platform/database/tables.ts';

export type DeliveryRow = Selectable<StockTables['feed_deliveries']>;
type DeliveryKey = Pick<DeliveryRow, 'dealer' | 'id'>;

export const deliveryRows = (db: Database): Promise<DeliveryRow[]> =>
  db.selectFrom('feed_deliveries').selectAll().orderBy('dealer').orderBy('id').execute();

export const deliveryRow = (db: Database, { dealer, id }: DeliveryKey): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('feed_deliveries')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .executeTakeFirst();

/** Upserts the state of a delivery. */
export async function putDelivery(db: Database, { dealer, id, ...state }: DeliveryRow): Promise<void> {
  await db
    .insertInto('feed_deliveries')
    .values({ dealer, id, ...state })
    .onConflict((conflict) => conflict.columns(['dealer', 'id']).doUpdateSet(state))
    .execute();
}

/** Deletes states of deliveries not attempted since an instant, such as those no longer in a dealer file. */
export async function forgetDeliveries(db: Database, before: string): Promise<void> {
  await db.deleteFrom('feed_deliveries').where('last_attempt_at', '<', before).execute();
}
