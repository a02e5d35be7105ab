import { type Selectable, sql } from 'kysely';
import type { Database } from './sqlite.ts';
import type { DeliveryAttemptsTable, OutboxTable } from './tables.ts';

/** A delivery this worker owns until `leased_until`. */
export type ClaimedDelivery = Omit<Selectable<OutboxTable>, 'leased_until'> & { leased_until: string };

/** What became of a claimed delivery. */
export type Settlement = {
  state: 'pending' | 'delivered' | 'dead';
  attempts: number;
  next_attempt_at: string;
  delivered_at: string | null;
  last_error: string | null;
};

/**
 * Takes up to `limit` due deliveries in one statement, so that no two workers own the same one. A worker that
 * dies leaves its lease to run out. Each claim counts as an attempt: one that kills its worker ends as dead.
 */
export async function claimDeliveries(
  db: Database,
  options: { now: string; leasedUntil: string; limit: number },
): Promise<ClaimedDelivery[]> {
  const rows = await db
    .updateTable('outbox')
    .set({ leased_until: options.leasedUntil, attempts: sql<number>`attempts + 1` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'pending')
        .where('next_attempt_at', '<=', options.now)
        .where((w) => w.or([w('leased_until', 'is', null), w('leased_until', '<=', options.now)]))
        .orderBy('next_attempt_at')
        .limit(options.limit),
    )
    .returningAll()
    .execute();
  return rows.map((row) => ({ ...row, leased_until: options.leasedUntil }));
}

/**
 * Writes the outcome and its line in the log of attempts, none where nothing was attempted.
 * @returns false where the lease ran out and the delivery is another worker's by now
 */
export function settleDelivery(
  db: Database,
  claimed: ClaimedDelivery,
  settlement: Settlement,
  attempt: Pick<Selectable<DeliveryAttemptsTable>, 'at' | 'outcome' | 'detail'> | undefined,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const result = await tx
      .updateTable('outbox')
      .set({ ...settlement, leased_until: null })
      .where('id', '=', claimed.id)
      .where('leased_until', '=', claimed.leased_until)
      .executeTakeFirst();
    if (attempt) {
      await tx
        .insertInto('delivery_attempts')
        .values({ outbox_id: claimed.id, ...attempt })
        .execute();
    }
    return result.numUpdatedRows === 1n;
  });
}

/** Deliveries by state, and when the longest-waiting lead came in. */
export async function countDeliveries(
  db: Database,
): Promise<{ pending: number; dead: number; held: number; oldestPendingAt: string | null }> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('leads', 'leads.id', 'outbox.lead_id')
    .select((eb) => [
      'outbox.state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('leads.created_at').as('oldest'),
    ])
    .where('outbox.state', 'in', ['pending', 'dead', 'held'])
    .groupBy('outbox.state')
    .execute();
  const of = (state: string) => rows.find((row) => row.state === state);
  return {
    pending: Number(of('pending')?.count ?? 0),
    dead: Number(of('dead')?.count ?? 0),
    held: Number(of('held')?.count ?? 0),
    oldestPendingAt: of('pending')?.oldest ?? null,
  };
}
