import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

/** The right to do a piece of work alone. The holder is random, so that no process takes another's for its own. */
export type Lease = { name: string; holder: string };

const iso = (instant: Date) => instant.toISOString();

/** Takes a lease that nobody holds, or whose holder let it run out; none while somebody has it. */
export async function acquireLease(
  db: Database,
  name: string,
  { now, until }: { now: Date; until: Date },
): Promise<Lease | undefined> {
  const holder = randomUUID();
  const taken = await db
    .insertInto('leases')
    .values({ name, holder, until: iso(until) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, until: iso(until) })
        .where('leases.until', '<=', iso(now)),
    )
    .returning('holder')
    .executeTakeFirst();
  return taken && { name, holder };
}

/**
 * One that ran out is renewed as well, as long as nobody took it over.
 * @returns whether the lease is still the holder's
 */
export async function renewLease(db: Database, lease: Lease, until: Date): Promise<boolean> {
  const renewed = await db
    .updateTable('leases')
    .set({ until: iso(until) })
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n;
}

/** Lets the next one have it; somebody else's lease is left alone. */
export async function releaseLease(db: Database, lease: Lease): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', lease.name).where('holder', '=', lease.holder).execute();
}
