import type { Selectable } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';
import { onDisk } from '#src/platform/database/engines/log-sync.ts';
import type { LeadsTable } from '#src/platform/database/lead-tables.ts';
import { acquireAdvisoryLock } from '#src/platform/database/transactions.ts';
import { currentSpan } from '#src/platform/tracing/tracing.ts';

export type StoredLead = Selectable<LeadsTable>;

export type StoreResult = { kind: 'stored' | 'known'; id: string } | { kind: 'conflict' };

/** @property dueAt time of the first attempt; immediately by default */
export type NewDelivery = { id: string; destination: string; dueAt?: string | undefined };

/** Why a lead is held for review; undefined if it is not. */
export type HoldReason = string | undefined;

/** Other keys of the same submission, valid since an instant. */
export type FormerKeys = { keys: readonly string[]; since: string };

const sameSubmission = (
  db: Database,
  { dealer, idempotency_key }: Pick<StoredLead, 'dealer' | 'idempotency_key'>,
  former: FormerKeys,
) =>
  db
    .selectFrom('leads')
    .select(['id', 'body_hash'])
    .where('dealer', '=', dealer)
    .where((eb) =>
      eb.or([
        eb('idempotency_key', '=', idempotency_key),
        // Postgres rejects an empty list.
        ...(former.keys.length === 0
          ? []
          : [eb.and([eb('idempotency_key', 'in', [...former.keys]), eb('created_at', '>', former.since)])]),
      ]),
    );

/** Whether a submission is already stored. */
export const isStored = async (
  db: Database,
  lead: Pick<StoredLead, 'dealer' | 'idempotency_key'>,
  former: FormerKeys,
): Promise<boolean> => (await sameSubmission(db, lead, former).executeTakeFirst()) !== undefined;

/**
 * Stores a lead with one outbox row per destination in one transaction. A lead already stored under its key is
 * returned ("known") if the body is the same, and unchanged ("conflict") if it differs. Resolves once the lead is
 * durable.
 * @param alongside runs in the transaction of a new lead; if it throws, everything is rolled back
 * @throws the database's error if it cannot store
 */
export async function storeLead(
  db: Database,
  lead: StoredLead,
  destinations: readonly NewDelivery[],
  former: FormerKeys,
  alongside: (transaction: Database) => Promise<HoldReason> = async () => undefined,
): Promise<StoreResult> {
  const result = await db.transaction().execute(async (tx): Promise<StoreResult> => {
    // The unique constraint covers a single key; several keys need the lock.
    if (former.keys.length > 0) await acquireAdvisoryLock(tx, `${lead.dealer} ${lead.body_hash}`);
    const found = sameSubmission(tx, lead, former);
    let known = await found.executeTakeFirst();
    if (!known) {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('leads')
        .values(lead)
        .onConflict((on) => on.columns(['dealer', 'idempotency_key']).doNothing())
        .executeTakeFirstOrThrow();
      // On Postgres another transaction may store the same submission after the check.
      if (numInsertedOrUpdatedRows === 0n) known = await found.executeTakeFirstOrThrow();
    }
    if (known) {
      return known.body_hash === lead.body_hash ? { kind: 'known', id: known.id } : { kind: 'conflict' };
    }
    const heldFor = await alongside(tx);
    for (const { id, destination, dueAt } of destinations) {
      await tx
        .insertInto('outbox')
        .values({
          id,
          lead_id: lead.id,
          dealer: lead.dealer,
          destination,
          state: heldFor === undefined ? 'pending' : 'held',
          attempts: 0,
          next_attempt_at: dueAt ?? lead.created_at,
          leased_until: null,
          delivered_at: null,
          last_error: heldFor ?? null,
          traceparent: currentSpan()?.traceparent ?? null,
        })
        .execute();
    }
    return { kind: 'stored', id: lead.id };
  });
  await onDisk(db);
  return result;
}

/** JSON. */
export async function findPayload(db: Database, id: string): Promise<string | undefined> {
  const found = await db.selectFrom('leads').select('payload').where('id', '=', id).executeTakeFirst();
  return found?.payload;
}

/** A lead as displayed to its sender: no update, not erased, not older than `since`. */
export const findSentLead = (
  db: Database,
  { dealer, id, since }: { dealer: string; id: string; since: string },
): Promise<Pick<StoredLead, 'form' | 'payload' | 'created_at' | 'contact_id'> | undefined> =>
  db
    .selectFrom('leads')
    .select(['form', 'payload', 'created_at', 'contact_id'])
    .where('id', '=', id)
    .where('dealer', '=', dealer)
    .where('parent_id', 'is', null)
    .where('erased_at', 'is', null)
    .where('created_at', '>', since)
    .executeTakeFirst();

/** Whether a delivery of the lead is held for review. */
export const isHeld = async (db: Database, id: string): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('lead_id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirst()) !== undefined;

/** Runs in the transaction that stores the lead. */
export async function replacePayload(transaction: Database, id: string, payload: string): Promise<void> {
  await transaction.updateTable('leads').set({ payload }).where('id', '=', id).execute();
}

/** Rolls back an update of a lead that was erased meanwhile. */
export class LeadErased extends Error {}

/** Rolls back an addition to an update that is already being delivered. */
class AlreadyClaimed extends Error {}

/** Undefined if erased. */
export const findLead = (db: Database, dealer: string, id: string): Promise<StoredLead | undefined> =>
  db
    .selectFrom('leads')
    .selectAll()
    .where('id', '=', id)
    .where('dealer', '=', dealer)
    .where('erased_at', 'is', null)
    .executeTakeFirst();

/** Undefined if no delivery is held. */
export async function heldReasonOf(db: Database, leadId: string): Promise<string | undefined> {
  const held = await db
    .selectFrom('outbox')
    .select('last_error')
    .where('lead_id', '=', leadId)
    .where('state', '=', 'held')
    .executeTakeFirst();
  return held && (held.last_error ?? 'held with its lead');
}

/**
 * Extends the latest update of a lead, if its key starts with `keyPrefix` and it is not being delivered yet.
 * @param dueAt new due time of its deliveries
 * @param alongside runs in the same transaction
 * @returns whether it was extended
 */
export async function extendLatestUpdate(
  db: Database,
  { leadId, keyPrefix, dueAt }: { leadId: string; keyPrefix: string; dueAt: string },
  alongside: (transaction: Database, updateId: string) => Promise<void>,
): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      // A no-op write serialises updates of one lead.
      const lead = tx.updateTable('leads').set((eb) => ({ sequence: eb.ref('sequence') }));
      await lead.where('id', '=', leadId).execute();
      const last = await tx
        .selectFrom('leads')
        .select(['id', 'idempotency_key'])
        .where('parent_id', '=', leadId)
        .where('erased_at', 'is', null)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!last?.idempotency_key.startsWith(keyPrefix)) return false;
      const deliveries = await tx.selectFrom('outbox').select('id').where('lead_id', '=', last.id).execute();
      const { numUpdatedRows } = await tx
        .updateTable('outbox')
        .set({ next_attempt_at: dueAt })
        .where('lead_id', '=', last.id)
        .where('state', 'in', ['pending', 'held'])
        .where('attempts', '=', 0)
        .where('leased_until', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows < deliveries.length) throw new AlreadyClaimed();
      await alongside(tx, last.id);
      return true;
    });
  } catch (error) {
    if (error instanceof AlreadyClaimed) return false;
    throw error;
  }
}

/**
 * Assigns an update the next sequence number of its lead. The first write locks the lead against concurrent updates
 * and erasure.
 * @throws LeadErased if the lead was erased in the meantime
 */
export async function numberUpdate(transaction: Database, id: string, leadId: string): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('leads')
    .set((eb) => ({ sequence: eb.ref('sequence') }))
    .where('id', '=', leadId)
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new LeadErased();
  const { last } = await transaction
    .selectFrom('leads')
    .select((eb) => eb.fn.max('sequence').as('last'))
    .where('parent_id', '=', leadId)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('leads')
    .set({ sequence: Math.max(Number(last ?? 1), 1) + 1 })
    .where('id', '=', id)
    .execute();
}
