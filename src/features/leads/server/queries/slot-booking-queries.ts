import { sql } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';

export type SlotLocation = { dealer: string; locationId: string };

/**
 * Books a slot in one statement, so that concurrent calls never exceed its capacity.
 * @returns false if it is full
 */
export async function bookSlot(
  db: Database,
  { dealer, locationId, slot, capacity }: SlotLocation & { slot: string; capacity: number },
): Promise<boolean> {
  const taken = await db
    .insertInto('slot_bookings')
    .values({ dealer, location_id: locationId, slot, taken: 1 })
    .onConflict((on) =>
      on
        .columns(['dealer', 'location_id', 'slot'])
        .doUpdateSet({ taken: sql<number>`slot_bookings.taken + 1` })
        .where('slot_bookings.taken', '<', capacity),
    )
    .returning('taken')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Deletes slots before a local date, `YYYY-MM-DD`. */
export async function sweepSlots(db: Database, before: string): Promise<void> {
  await db.deleteFrom('slot_bookings').where('slot', '<', before).execute();
}

/** @returns the number of bookings by slot, for slots that start at `from` or later */
export async function bookedSlots(
  db: Database,
  { dealer, locationId, from }: SlotLocation & { from: string },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('slot_bookings')
    .select(['slot', 'taken'])
    .where('dealer', '=', dealer)
    .where('location_id', '=', locationId)
    .where('slot', '>=', from)
    .execute();
  return new Map(rows.map(({ slot, taken }) => [slot, taken]));
}
