import type { Contact } from '#src/features/account/server/queries/contact-queries.ts';
import { MAX_DEALS } from '#src/features/deal/saved-deal.ts';
import type { Database } from '#src/platform/database/database.ts';

type Owner = Pick<Contact, 'id' | 'dealer'>;

/** `savedAt` is in ISO 8601 UTC with milliseconds. */
export type DealRow = { vehicleId: string; query: string; savedAt: string };

/** Newest first. */
export async function dealsOf(db: Database, { id, dealer }: Owner): Promise<DealRow[]> {
  const rows = await db
    .selectFrom('deals')
    .select(['vehicle_id', 'query', 'saved_at'])
    .where('contact_id', '=', id)
    .where('dealer', '=', dealer)
    .orderBy('saved_at', 'desc')
    .orderBy('vehicle_id')
    .limit(MAX_DEALS)
    .execute();
  return rows.map(({ vehicle_id, query, saved_at }) => ({ vehicleId: vehicle_id, query, savedAt: saved_at }));
}

/** Of two deals for a vehicle the later one stays. Over the limit, the oldest are deleted. */
export async function storeDeals(
  db: Database,
  { id, dealer }: Owner,
  deals: readonly DealRow[],
): Promise<void> {
  if (deals.length === 0) return;
  await db
    .insertInto('deals')
    .values(
      deals.map(({ vehicleId, query, savedAt }) => ({
        contact_id: id,
        vehicle_id: vehicleId,
        dealer,
        query,
        saved_at: savedAt,
      })),
    )
    .onConflict((on) =>
      on
        .columns(['contact_id', 'vehicle_id'])
        .doUpdateSet((eb) => ({ query: eb.ref('excluded.query'), saved_at: eb.ref('excluded.saved_at') }))
        .whereRef('deals.saved_at', '<', 'excluded.saved_at'),
    )
    .execute();
  await db
    .deleteFrom('deals')
    .where('contact_id', '=', id)
    .where('vehicle_id', 'not in', (eb) =>
      eb
        .selectFrom('deals as newest')
        .select('newest.vehicle_id')
        .where('newest.contact_id', '=', id)
        .orderBy('newest.saved_at', 'desc')
        .orderBy('newest.vehicle_id')
        .limit(MAX_DEALS),
    )
    .execute();
}

export async function removeDeals(
  db: Database,
  { id, dealer }: Owner,
  vehicleIds: readonly string[],
): Promise<void> {
  if (vehicleIds.length === 0) return;
  await db
    .deleteFrom('deals')
    .where('contact_id', '=', id)
    .where('dealer', '=', dealer)
    .where('vehicle_id', 'in', [...vehicleIds])
    .execute();
}
