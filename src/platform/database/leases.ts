import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import { PROCESS_NAME } from './machines.ts';
import type { LeasesTable } from './operation-tables.ts';

export type LeaseRow = Selectable<LeasesTable>;

/** Exclusive right to run a job. The holder is random, so that no process mistakes another's lease for its own. */
export type Lease = { name: string; holder: string };

const iso = (instant: Date) => instant.toISOString();

/** Acquires a free or expired lease; undefined while another process holds it. */
export async function acquireLease(
  db: Database,
  name: string,
  { now, until }: { now: Date; until: Date },
): Promise<Lease | undefined> {
  const holder = randomUUID();
  const held = { holder, until: iso(until), process: PROCESS_NAME, taken_at: iso(now) };
  const taken = await db
    .insertInto('leases')
    .values({ name, ...held })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(held).where('leases.until', '<=', iso(now)))
    .returning('holder')
    .executeTakeFirst();
  return taken && { name, holder };
}

/**
 * Also renews an expired lease, unless another process has acquired it.
 * @returns whether the lease is still held
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

/** Whether any process has held a lease since an instant, or holds it now. */
export async function isHeldSince(db: Database, name: string, since: Date): Promise<boolean> {
  const lease = await db
    .selectFrom('leases')
    .select('until')
    .where('name', '=', name)
    .where('until', '>', iso(since))
    .executeTakeFirst();
  return lease !== undefined;
}

/** Records for operators that the job of a lease was done. */
export async function recordSuccess(db: Database, { name }: Lease, at: Date): Promise<void> {
  await db
    .updateTable('leases')
    .set({ succeeded_at: iso(at) })
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
export async function takeExpired(db: Database, prefix: string, now: Date): Promise<string[]> {
  const expired = await db
    .deleteFrom('leases')
    .where('name', 'like', `${prefix}%`)
    .where('until', '<=', iso(now))
    .returning('name')
    .execute();
  return expired.map(({ name }) => name.slice(prefix.length));
}
