import { sql } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';

/** Slots of one location of one dealer. */
export type SlotPlace = { dealer: string; locationId: string };

/**
 * Takes one place of a slot, in a single statement: concurrent calls never take more places than there are.
 * @returns whether one was free
 */
export async function takeSlot(
  db: Database,
  { dealer, locationId, slot, capacity }: SlotPlace & { slot: string; capacity: number },
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

/** Forgets slots that start before a local date, `YYYY-MM-DD`. */
export async function sweepSlots(db: Database, before: string): Promise<void> {
  await db.deleteFrom('slot_bookings').where('slot', '<', before).execute();
}

/** @returns bookings by slot, for slots that start at `from` or later */
export async function takenSlots(
  db: Database,
  { dealer, locationId, from }: SlotPlace & { from: string },
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
