import { PRICE_TYPES } from '#src/config/sections/stock/stock-terms.ts';
import type { SavedPrice } from '#src/features/account/saved-cars/saved-change.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Contact } from './contact-queries.ts';

/** A watched vehicle and its price at `savedAt`. */
export type WatchedRow = { vehicleId: string; savedAt: string; price: SavedPrice | undefined };

/** The same limit as in the browser. */
export const MAX_WATCHED = 100;

type Owner = Pick<Contact, 'id' | 'dealer'>;

function priceOf({
  price_cents: cents,
  price_type,
}: {
  price_cents: number | null;
  price_type: string | null;
}) {
  const type = PRICE_TYPES.find((each) => each === price_type);
  return cents === null || type === undefined ? undefined : { cents: Number(cents), type };
}

/** Newest first. */
export async function watchlistOf(db: Database, { id, dealer }: Owner): Promise<WatchedRow[]> {
  const rows = await db
    .selectFrom('watchlists')
    .selectAll()
    .where('contact_id', '=', id)
    .where('dealer', '=', dealer)
    .orderBy('saved_at', 'desc')
    .orderBy('vehicle_id')
    .limit(MAX_WATCHED)
    .execute();
  return rows.map((row) => ({ vehicleId: row.vehicle_id, savedAt: row.saved_at, price: priceOf(row) }));
}

export const isWatched = async (db: Database, { id, dealer }: Owner, vehicleId: string): Promise<boolean> =>
  (await db
    .selectFrom('watchlists')
    .select('vehicle_id')
    .where('contact_id', '=', id)
    .where('dealer', '=', dealer)
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirst()) !== undefined;

/**
 * Adds vehicles; those already on the list keep their time and price. Over the limit, the oldest are deleted.
 * @param watched few: each adds six parameters to the statement
 */
export async function watchVehicles(
  db: Database,
  { id, dealer }: Owner,
  watched: readonly WatchedRow[],
): Promise<void> {
  if (watched.length === 0) return;
  await db
    .insertInto('watchlists')
    .values(
      watched.map(({ vehicleId, savedAt, price }) => ({
        contact_id: id,
        vehicle_id: vehicleId,
        dealer,
        saved_at: savedAt,
        price_cents: price?.cents ?? null,
        price_type: price?.type ?? null,
      })),
    )
    .onConflict((on) => on.columns(['contact_id', 'vehicle_id']).doNothing())
    .execute();
  await db
    .deleteFrom('watchlists')
    .where('contact_id', '=', id)
    .where('vehicle_id', 'not in', (eb) =>
      eb
        .selectFrom('watchlists as kept')
        .select('kept.vehicle_id')
        .where('kept.contact_id', '=', id)
        .orderBy('kept.saved_at', 'desc')
        .orderBy('kept.vehicle_id')
        .limit(MAX_WATCHED),
    )
    .execute();
}

export async function unwatchVehicles(
  db: Database,
  { id, dealer }: Owner,
  vehicleIds: readonly string[],
): Promise<void> {
  if (vehicleIds.length === 0) return;
  await db
    .deleteFrom('watchlists')
    .where('contact_id', '=', id)
    .where('dealer', '=', dealer)
    .where('vehicle_id', 'in', [...vehicleIds])
    .execute();
}
