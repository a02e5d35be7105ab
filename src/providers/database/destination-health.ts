import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Deliveries of one dealer to one destination, which wait for no other queue. */
export type Queue = { dealer: string; destination: string };

const inQueue = ({ dealer, destination }: Queue) => ({ dealer, destination });

/**
 * Counts a failure of a destination that was thought to work.
 * @returns failures in a row; undefined where its breaker is open already, which its probe alone may judge
 */
export async function countFailure(db: Database, queue: Queue): Promise<number | undefined> {
  const row = await db
    .insertInto('destination_health')
    .values({ ...inQueue(queue), failures: 1, opened_at: null, probe_at: null })
    .onConflict((on) =>
      on
        .columns(['dealer', 'destination'])
        .doUpdateSet({ failures: sql<number>`destination_health.failures + 1` })
        .where('destination_health.opened_at', 'is', null),
    )
    .returning('failures')
    .executeTakeFirst();
  return row?.failures;
}

/** @returns whether this call opened it */
export async function openBreaker(
  db: Database,
  queue: Queue,
  { at, probeAt }: { at: string; probeAt: string },
): Promise<boolean> {
  const result = await db
    .updateTable('destination_health')
    .set({ opened_at: at, probe_at: probeAt })
    .where('dealer', '=', queue.dealer)
    .where('destination', '=', queue.destination)
    .where('opened_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * The right to send the one probe that is due. One that is never heard of again leaves it to the next at `probeAt`.
 * @returns failures in a row so far; undefined where no probe is due or another worker sends it
 */
export async function takeProbe(
  db: Database,
  queue: Queue,
  { now, probeAt }: { now: string; probeAt: string },
): Promise<number | undefined> {
  const row = await db
    .updateTable('destination_health')
    .set({ probe_at: probeAt })
    .where('dealer', '=', queue.dealer)
    .where('destination', '=', queue.destination)
    .where('opened_at', 'is not', null)
    .where('probe_at', '<=', now)
    .returning('failures')
    .executeTakeFirst();
  return row?.failures;
}

/** Leaves the next probe for later, and counts the one that failed. */
export async function postponeProbe(
  db: Database,
  queue: Queue,
  { failures, probeAt }: { failures: number; probeAt: string },
): Promise<void> {
  await db
    .updateTable('destination_health')
    .set({ failures, probe_at: probeAt })
    .where('dealer', '=', queue.dealer)
    .where('destination', '=', queue.destination)
    .where('opened_at', 'is not', null)
    .execute();
}

/**
 * Forgets the failures of a destination that answered. Where its breaker was open, everything that waits for it is
 * due at once; what a worker has in hand is left alone.
 * @returns since when it was open, undefined where it was not
 */
export function closeBreaker(db: Database, queue: Queue, now: string): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('destination_health')
      .where('dealer', '=', queue.dealer)
      .where('destination', '=', queue.destination)
      .returning('opened_at')
      .executeTakeFirst();
    if (!gone?.opened_at) return undefined;
    await tx
      .updateTable('outbox')
      .set({ next_attempt_at: now })
      .where('state', '=', 'pending')
      .where('dealer', '=', queue.dealer)
      .where('destination', '=', queue.destination)
      .where('next_attempt_at', '>', now)
      .where('leased_until', 'is', null)
      .execute();
    return gone.opened_at;
  });
}

/** Lets every open breaker be probed now, since somebody says that what was wrong is mended. */
export async function probeSoon(db: Database, dealer: string | undefined, now: string): Promise<void> {
  let query = db
    .updateTable('destination_health')
    .set({ probe_at: now })
    .where('opened_at', 'is not', null)
    .where('probe_at', '>', now);
  if (dealer !== undefined) query = query.where('dealer', '=', dealer);
  await query.execute();
}

/** How many destinations are unavailable. */
export async function countOpenBreakers(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('destination_health')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('opened_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
