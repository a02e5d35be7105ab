import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { type Clock, systemClock } from '#src/platform/time/clock.ts';
import { type Database, engineOf } from './database.ts';
import { PROCESS_NAME } from './machines.ts';
import type { LeasesTable } from './operation-tables.ts';

export type LeaseRow = Selectable<LeasesTable>;

/** Exclusive right to run a job. The holder is random, so that no process mistakes another's lease for its own. */
export type Lease = { name: string; holder: string };

/** How long a lease is held. On Postgres `systemClock` means the clock of the database, as those of machines differ. */
export type LeaseTerm = { clock: Clock; forMs: number };

/** ISO 8601 of now, or of so much later. */
const instant = (db: Database, clock: Clock, laterMs = 0) =>
  clock === systemClock && engineOf(db) === 'postgres'
    ? sql<string>`to_char(clock_timestamp() at time zone 'UTC' + make_interval(secs => ${laterMs / 1000}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`${new Date(clock.now().getTime() + laterMs).toISOString()}`;

/** Acquires a free or expired lease; undefined while another process holds it. */
export async function acquireLease(
  db: Database,
  name: string,
  { clock, forMs }: LeaseTerm,
): Promise<Lease | undefined> {
  const holder = randomUUID();
  const now = instant(db, clock);
  const held = { holder, until: instant(db, clock, forMs), process: PROCESS_NAME, taken_at: now };
  const taken = await db
    .insertInto('leases')
    .values({ name, ...held })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(held).where('leases.until', '<=', now))
    .returning('holder')
    .executeTakeFirst();
  return taken && { name, holder };
}

/**
 * Also renews an expired lease, unless another process has acquired it.
 * @returns whether the lease is still held
 */
export async function renewLease(db: Database, lease: Lease, { clock, forMs }: LeaseTerm): Promise<boolean> {
  const renewed = await db
    .updateTable('leases')
    .set({ until: instant(db, clock, forMs) })
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n;
}

/** Whether any process holds a lease, or has held it within the last `withinMs`. */
export async function isHeld(db: Database, name: string, clock: Clock, withinMs = 0): Promise<boolean> {
  const lease = await db
    .selectFrom('leases')
    .select('until')
    .where('name', '=', name)
    .where('until', '>', instant(db, clock, -withinMs))
    .executeTakeFirst();
  return lease !== undefined;
}

/** Records for operators that the job of a lease was done. */
export async function recordSuccess(db: Database, { name }: Lease, clock: Clock): Promise<void> {
  await db
    .updateTable('leases')
    .set({ succeeded_at: instant(db, clock) })
    .where('name', '=', name)
    .execute();
}

/** Leases that are held, or that belong to periodic jobs. */
export const knownLeases = (db: Database): Promise<LeaseRow[]> =>
  db.selectFrom('leases').selectAll().orderBy('name').execute();

/** Has no effect on a lease held by another process. */
export async function releaseLease(db: Database, lease: Lease): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', lease.name).where('holder', '=', lease.holder).execute();
}

/**
 * Deletes expired leases, whose holders died before they could release them.
 * @param prefix of their names
 * @returns the rest of each name, to one process alone
 */
export async function takeExpired(db: Database, prefix: string, clock: Clock): Promise<string[]> {
  const expired = await db
    .deleteFrom('leases')
    .where('name', 'like', `${prefix}%`)
    .where('until', '<=', instant(db, clock))
    .returning('name')
    .execute();
  return expired.map(({ name }) => name.slice(prefix.length));
}
