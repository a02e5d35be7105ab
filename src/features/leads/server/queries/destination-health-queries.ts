import { sql } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';

/** Deliveries of one dealer to one destination, independent of other queues. */
export type Queue = { dealer: string; destination: string };

const inQueue = ({ dealer, destination }: Queue) => ({ dealer, destination });

/**
 * Counts a failure of a destination whose breaker is closed.
 * @returns failures in a row; undefined if its breaker is already open, which only its probe may close
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
 * The right to send the due probe. If its holder disappears, the next may probe at `probeAt`.
 * @returns failures in a row so far; undefined if no probe is due or another worker sends it
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

/** Postpones the next probe, and counts the failed one. */
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
 * Clears the failures of a destination that responded. If its breaker was open, everything waiting for it is due
 * immediately, except deliveries a worker has claimed.
 * @returns since when it was open, undefined if it was not
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

/** Makes every open breaker due for a probe, after a person has fixed the cause. */
export async function probeSoon(db: Database, dealer: string | undefined, now: string): Promise<void> {
  let query = db
    .updateTable('destination_health')
    .set({ probe_at: now })
    .where('opened_at', 'is not', null)
    .where('probe_at', '>', now);
  if (dealer !== undefined) query = query.where('dealer', '=', dealer);
  await query.execute();
}

/** The number of unavailable destinations. */
export async function countOpenBreakers(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('destination_health')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('opened_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Unavailable destinations, and since when. */
export async function unavailableDestinations(db: Database): Promise<(Queue & { since: string })[]> {
  const rows = await db
    .selectFrom('destination_health')
    .select(['dealer', 'destination', 'opened_at'])
    .where('opened_at', 'is not', null)
    .orderBy('dealer')
    .orderBy('destination')
    .execute();
  return rows.flatMap(({ opened_at, ...queue }) =>
    opened_at === null ? [] : { ...queue, since: opened_at },
  );
}
