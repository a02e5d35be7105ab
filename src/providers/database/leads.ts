import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import { onDisk } from './engines/log-sync.ts';
import type { LeadsTable } from './tables.ts';
import { takeAdvisoryLock } from './transactions.ts';

export type StoredLead = Selectable<LeadsTable>;

export type StoreResult = { kind: 'stored' | 'known'; id: string } | { kind: 'conflict' };

/** A destination of a lead. @property dueAt time of the first attempt, immediately by default */
export type NewDelivery = { id: string; destination: string; dueAt?: string | undefined };

/** Why a lead is held for a person to release; undefined for one that is sent immediately. */
export type HoldReason = string | undefined;

/** Other keys the same submission may have been stored under, and since when they count. */
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
        // Postgres has no empty list.
        ...(former.keys.length === 0
          ? []
          : [eb.and([eb('idempotency_key', 'in', [...former.keys]), eb('created_at', '>', former.since)])]),
      ]),
    );

/** Whether a submission is already stored, under this key or a former one. */
export const isStored = async (
  db: Database,
  lead: Pick<StoredLead, 'dealer' | 'idempotency_key'>,
  former: FormerKeys,
): Promise<boolean> => (await sameSubmission(db, lead, former).executeTakeFirst()) !== undefined;

/**
 * Stores a lead with one outbox row per destination, all or nothing. A lead already stored under its key is
 * returned ("known") if the body is the same, and unchanged ("conflict") if it differs. Resolves once it would
 * survive a power cut.
 * @param alongside writes that must commit with a new lead, such as the slot it books; if it throws, both roll back
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
    // For one key the table's constraint ensures uniqueness; for two keys only this does.
    if (former.keys.length > 0) await takeAdvisoryLock(tx, `${lead.dealer} ${lead.body_hash}`);
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
        })
        .execute();
    }
    return { kind: 'stored', id: lead.id };
  });
  await onDisk(db);
  return result;
}

/** The payload of a lead, as JSON. */
export async function findPayload(db: Database, id: string): Promise<string | undefined> {
  const found = await db.selectFrom('leads').select('payload').where('id', '=', id).executeTakeFirst();
  return found?.payload;
}

/** A lead of a dealer as its sender sees it: not a later addition, nor one that was erased or is older. */
export const findSentLead = (
  db: Database,
  { dealer, id, since }: { dealer: string; id: string; since: string },
): Promise<Pick<StoredLead, 'form' | 'payload' | 'created_at'> | undefined> =>
  db
    .selectFrom('leads')
    .select(['form', 'payload', 'created_at'])
    .where('id', '=', id)
    .where('dealer', '=', dealer)
    .where('parent_id', 'is', null)
    .where('erased_at', 'is', null)
    .where('created_at', '>', since)
    .executeTakeFirst();

/** Whether a delivery of the lead waits for a person to release it. */
export const isHeld = async (db: Database, id: string): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('lead_id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirst()) !== undefined;

/** Changes the payload of a lead, in the transaction that stores it. */
export async function replacePayload(transaction: Database, id: string, payload: string): Promise<void> {
  await transaction.updateTable('leads').set({ payload }).where('id', '=', id).execute();
}
