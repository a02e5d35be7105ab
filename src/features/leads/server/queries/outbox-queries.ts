import { type Selectable, sql } from 'kysely';
import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/leads/leads-section.ts';
import { type Database, engineOf } from '#src/platform/database/database.ts';
import type { DeliveryAttemptsTable, OutboxTable } from '#src/platform/database/lead-tables.ts';
import { type DeliveryQueue, probeSoon } from './destination-health-queries.ts';
import { forIds, type StoredDelivery } from './lead-list-queries.ts';

/** Owned by this worker until `leased_until`. */
export type ClaimedDelivery = Omit<Selectable<OutboxTable>, 'leased_until'> & {
  leased_until: string;
  claimed_at: string;
};

/** Adds a delivery that is due immediately. */
export async function addDelivery(
  db: Database,
  delivery: { id: string; leadId: string; dealer: string; destination: string; at: string },
): Promise<void> {
  const { id, leadId, dealer, destination, at } = delivery;
  await db
    .insertInto('outbox')
    .values({
      ...{ id, dealer, destination, lead_id: leadId, state: 'pending', attempts: 0, next_attempt_at: at },
      ...{ leased_until: null, delivered_at: null, last_error: null },
    })
    .execute();
}

/** The new state of a claimed delivery. */
export type Settlement = {
  state: 'pending' | 'delivered' | 'dead';
  attempts: number;
  next_attempt_at: string;
  delivered_at: string | null;
  last_error: string | null;
  error_code: string | null;
};

export type Claim = {
  queue: DeliveryQueue;
  now: string;
  leasedUntil: string;
  limit: number;
  /** Claims the next lead, due or not, although the breaker is open. */
  isProbe?: boolean;
  /** Restricts the claim to this lead. */
  leadId?: string | undefined;
};

/**
 * Claims up to `limit` due deliveries of a queue in one statement, so that no two workers own the same one; none
 * while its breaker is open. The lease of a crashed worker expires. Each claim counts as an attempt, so that a
 * delivery that crashes its worker is eventually given up.
 */
export async function claimDeliveries(
  db: Database,
  { queue, now, leasedUntil, limit, isProbe = false, leadId }: Claim,
): Promise<ClaimedDelivery[]> {
  let due = db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'pending')
    .where('dealer', '=', queue.dealer)
    .where('destination', '=', queue.destination)
    .where((w) => w.or([w('leased_until', 'is', null), w('leased_until', '<=', now)]))
    .orderBy('next_attempt_at')
    .limit(limit);
  if (leadId !== undefined) due = due.where('lead_id', '=', leadId);
  if (!isProbe) {
    due = due
      .where('next_attempt_at', '<=', now)
      .where((w) =>
        w.not(
          w.exists(
            w
              .selectFrom('destination_health as health')
              .select('health.dealer')
              .where('health.dealer', '=', queue.dealer)
              .where('health.destination', '=', queue.destination)
              .where('health.opened_at', 'is not', null),
          ),
        ),
      );
  }
  const rows = await db
    // On Postgres, skip rows locked by other workers instead of waiting.
    .with('due', () => (engineOf(db) === 'postgres' ? due.forUpdate().skipLocked() : due))
    .updateTable('outbox')
    .set({ leased_until: leasedUntil, attempts: sql<number>`attempts + 1` })
    .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
    .returningAll()
    .execute();
  return rows.map((row) => ({ ...row, leased_until: leasedUntil, claimed_at: now }));
}

/** Undefined if the lease has expired and another worker has claimed the delivery. */
export const leadToDeliver = (db: Database, { id, leased_until }: ClaimedDelivery) =>
  db
    .selectFrom('outbox')
    .innerJoin('leads', 'leads.id', 'outbox.lead_id')
    .select([
      'leads.id',
      'leads.form',
      'leads.payload',
      'leads.created_at',
      'leads.parent_id',
      'leads.sequence',
      'leads.erased_at',
    ])
    .where('outbox.id', '=', id)
    .where('outbox.leased_until', '=', leased_until)
    .executeTakeFirst();

/** `answer` is the receiver's text. */
type LoggedAttempt = Omit<Selectable<DeliveryAttemptsTable>, 'seq' | 'outbox_id'> & {
  answer: string | undefined;
};

/**
 * Stores the outcome and logs the attempt, if there was one.
 * @returns false if the lease has expired and another worker owns the delivery
 */
export function settleDelivery(
  db: Database,
  claimed: ClaimedDelivery,
  settlement: Settlement,
  attempt: LoggedAttempt | undefined,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const result = await tx
      .updateTable('outbox')
      .set({ ...settlement, leased_until: null })
      .where('id', '=', claimed.id)
      // Not claimed by another worker or erased meanwhile.
      .where('leased_until', '=', claimed.leased_until)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    const isSettled = result.numUpdatedRows === 1n;
    if (attempt) {
      const { answer, ...line } = attempt;
      // The receiver's text may quote a lead that was erased meanwhile.
      const detail = isSettled && answer !== undefined ? `${line.detail}: ${answer}` : line.detail;
      await tx
        .insertInto('delivery_attempts')
        .values({ outbox_id: claimed.id, ...line, detail })
        .execute();
    }
    return isSettled;
  });
}

/** Releases claimed deliveries on shutdown. */
export async function releaseDeliveries(db: Database, claimed: readonly ClaimedDelivery[]): Promise<void> {
  for (const { id, leased_until } of claimed) {
    await db
      .updateTable('outbox')
      .set({ leased_until: null })
      .where('id', '=', id)
      .where('leased_until', '=', leased_until)
      .execute();
  }
}

/** Deliveries to dealers by state, and the age of the oldest pending one. */
export async function countDeliveries(
  db: Database,
): Promise<{ pending: number; dead: number; held: number; oldestPendingAt: string | null }> {
  // Covered by the index.
  const rows = await db
    .selectFrom('outbox')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('state', 'in', ['pending', 'dead', 'held'])
    .where('destination', '<>', ACKNOWLEDGEMENT_DESTINATION)
    .groupBy('state')
    .execute();
  const oldest = await db
    .selectFrom('outbox')
    .innerJoin('leads', 'leads.id', 'outbox.lead_id')
    .select((eb) => eb.fn.min(eb.fn.coalesce('outbox.restarted_at', 'leads.created_at')).as('at'))
    .where('outbox.state', '=', 'pending')
    .where('outbox.destination', '<>', ACKNOWLEDGEMENT_DESTINATION)
    .executeTakeFirst();
  const count = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return {
    pending: count('pending'),
    dead: count('dead'),
    held: count('held'),
    oldestPendingAt: oldest?.at ?? null,
  };
}

/** Leads by the states of their and their updates' deliveries; a lead may count in several. */
export async function countUndeliveredLeads(
  db: Database,
): Promise<{ pending: number; dead: number; held: number }> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('leads', 'leads.id', 'outbox.lead_id')
    .select((eb) => [
      'outbox.state',
      eb.fn.count<number>(eb.fn.coalesce('leads.parent_id', 'leads.id')).distinct().as('leads'),
    ])
    .where('outbox.state', 'in', ['pending', 'dead', 'held'])
    .where('outbox.destination', '<>', ACKNOWLEDGEMENT_DESTINATION)
    .groupBy('outbox.state')
    .execute();
  const count = (state: string) => Number(rows.find((row) => row.state === state)?.leads ?? 0);
  return { pending: count('pending'), dead: count('dead'), held: count('held') };
}

/** Of one dealer or all. */
export async function destinationsInUse(db: Database, dealer: string | undefined): Promise<string[]> {
  let query = db.selectFrom('outbox').select('destination').distinct();
  if (dealer !== undefined) query = query.where('dealer', '=', dealer);
  return (await query.execute()).map(({ destination }) => destination);
}

export type DueQueue = DeliveryQueue & {
  /** Its breaker is open and a probe is due. */
  isProbe: boolean;
};

/** Queues with due leads, or with pending leads and a due probe. */
export async function dueQueues(db: Database, now: string): Promise<DueQueue[]> {
  const due = await db
    .selectFrom('outbox')
    .select(['dealer', 'destination'])
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .where((w) => w.or([w('leased_until', 'is', null), w('leased_until', '<=', now)]))
    .groupBy(['dealer', 'destination'])
    .execute();
  const open = await db
    .selectFrom('destination_health as health')
    .select((eb) => [
      'health.dealer',
      'health.destination',
      'health.probe_at',
      eb
        .selectFrom('outbox')
        .select('outbox.id')
        .whereRef('outbox.dealer', '=', 'health.dealer')
        .whereRef('outbox.destination', '=', 'health.destination')
        .where('outbox.state', '=', 'pending')
        .where((w) => w.or([w('leased_until', 'is', null), w('leased_until', '<=', now)]))
        .limit(1)
        .as('waits'),
    ])
    .where('health.opened_at', 'is not', null)
    .execute();
  const isOpen = ({ dealer, destination }: DeliveryQueue) =>
    open.some((each) => each.dealer === dealer && each.destination === destination);
  return [
    ...due.filter((queue) => !isOpen(queue)).map((queue) => ({ ...queue, isProbe: false })),
    ...open
      .filter(({ waits, probe_at }) => waits !== null && (probe_at ?? now) <= now)
      .map(({ dealer, destination }) => ({ dealer, destination, isProbe: true })),
  ];
}

export type ReplayFilter = {
  /** Of leads or updates; all by default. */
  leadIds?: readonly string[] | undefined;
  dealer?: string | undefined;
  destination?: string | undefined;
  /** When the lead was received, ISO 8601. */
  since?: string | undefined;
  states: readonly string[];
};

/**
 * Restarts deliveries; unavailable destinations are probed immediately. Delivered, erased and acknowledgement
 * deliveries are unchanged.
 * @returns them in their previous state
 */
export async function restartDeliveries(
  db: Database,
  { leadIds, dealer, destination, since, states }: ReplayFilter,
  now: string,
): Promise<StoredDelivery[]> {
  const restart = (some?: readonly string[]) =>
    db.transaction().execute(async (tx) => {
      let query = tx
        .selectFrom('outbox')
        .innerJoin('leads', 'leads.id', 'outbox.lead_id')
        .selectAll('outbox')
        .where('outbox.state', 'in', [...states])
        .where('outbox.destination', '<>', ACKNOWLEDGEMENT_DESTINATION)
        .where('leads.erased_at', 'is', null)
        .orderBy('leads.created_at')
        .orderBy('outbox.destination');
      if (some) query = query.where('outbox.lead_id', 'in', [...some]);
      if (dealer !== undefined) query = query.where('outbox.dealer', '=', dealer);
      if (destination !== undefined) query = query.where('outbox.destination', '=', destination);
      if (since !== undefined) query = query.where('leads.created_at', '>=', since);
      const found = await query.execute();
      await forIds(
        found.map(({ id }) => id),
        async (ids) => {
          await tx
            .updateTable('outbox')
            .set({
              state: 'pending',
              attempts: 0,
              next_attempt_at: now,
              last_error: null,
              error_code: null,
              restarted_at: now,
            })
            .where('id', 'in', [...ids])
            // A worker may have delivered one meanwhile.
            .where('state', 'in', [...states])
            .execute();
          return [];
        },
      );
      return found;
    });
  const restarted = await (leadIds === undefined ? restart() : forIds(leadIds, restart));
  await probeSoon(db, dealer, now);
  return restarted;
}
