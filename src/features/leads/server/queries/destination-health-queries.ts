import { sql } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';

/** A dealer's deliveries to one destination. */
export type DeliveryQueue = { dealer: string; destination: string };

const inQueue = ({ dealer, destination }: DeliveryQueue) => ({ dealer, destination });

/**
 * Counts a failure of a destination whose breaker is closed.
 * @returns consecutive failures; undefined if the breaker is open, which only its probe may close
 */
export async function countFailure(db: Database, queue: DeliveryQueue): Promise<number | undefined> {
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
  queue: DeliveryQueue,
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
 * Claims the due probe. If its worker crashes, another may probe at `probeAt`.
 * @returns consecutive failures; undefined if no probe is due or another worker has claimed it
 */
export async function claimProbe(
  db: Database,
  queue: DeliveryQueue,
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

/** Records a failed probe and schedules the next. */
export async function postponeProbe(
  db: Database,
  queue: DeliveryQueue,
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
 * Clears the failures of a destination that responded. If its breaker was open, everything pending is due
 * immediately, except claimed deliveries.
 * @returns when it was opened, undefined if it was closed
 */
export function closeBreaker(db: Database, queue: DeliveryQueue, now: string): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const deleted = await tx
      .deleteFrom('destination_health')
      .where('dealer', '=', queue.dealer)
      .where('destination', '=', queue.destination)
      .returning('opened_at')
      .executeTakeFirst();
    if (!deleted?.opened_at) return undefined;
    await tx
      .updateTable('outbox')
      .set({ next_attempt_at: now })
      .where('state', '=', 'pending')
      .where('dealer', '=', queue.dealer)
      .where('destination', '=', queue.destination)
      .where('next_attempt_at', '>', now)
      .where('leased_until', 'is', null)
      .execute();
    return deleted.opened_at;
  });
}

/** Makes open breakers due for a probe, after an operator has fixed the cause. */
export async function probeSoon(db: Database, dealer: string | undefined, now: string): Promise<void> {
  let query = db
    .updateTable('destination_health')
    .set({ probe_at: now })
    .where('opened_at', 'is not', null)
    .where('probe_at', '>', now);
  if (dealer !== undefined) query = query.where('dealer', '=', dealer);
  await query.execute();
}

export async function countOpenBreakers(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('destination_health')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('opened_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function unavailableDestinations(db: Database): Promise<(DeliveryQueue & { since: string })[]> {
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
