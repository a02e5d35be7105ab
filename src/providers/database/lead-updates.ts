import type { Database } from './database.ts';
import type { StoredLead } from './leads.ts';

/** Undoes an update of a lead that was erased after it was read. */
export class LeadErased extends Error {}

/** Undoes a change of an update that a worker has begun to deliver. */
class AlreadyLeaving extends Error {}

/** A lead of this dealer, unless erased. */
export const findLead = (db: Database, dealer: string, id: string): Promise<StoredLead | undefined> =>
  db
    .selectFrom('leads')
    .selectAll()
    .where('id', '=', id)
    .where('dealer', '=', dealer)
    .where('erased_at', 'is', null)
    .executeTakeFirst();

/** Why deliveries of a lead are held; undefined if none is. */
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
 * Adds to the latest update of a lead, if its key begins with `keyPrefix` and no worker has begun to deliver it.
 * @param dueAt when its deliveries are due instead
 * @param alongside writes that must commit with the addition
 * @returns whether it was added
 */
export async function extendLatestUpdate(
  db: Database,
  { leadId, keyPrefix, dueAt }: { leadId: string; keyPrefix: string; dueAt: string },
  alongside: (transaction: Database, updateId: string) => Promise<void>,
): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      // An empty write: updates of one lead wait for each other here.
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
      if (numUpdatedRows < deliveries.length) throw new AlreadyLeaving();
      await alongside(tx, last.id);
      return true;
    });
  } catch (error) {
    if (error instanceof AlreadyLeaving) return false;
    throw error;
  }
}

/**
 * Gives an update the next number of its lead. Another update of the lead, or its erasure, waits at the first write.
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
