import type { Transaction } from 'kysely';
import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/leads/leads-section.ts';
import { eraseReservationsOfLeads } from '#src/features/reservations/server/queries/reservation-erasure-queries.ts';
import { deleteTradeInsOfLeads } from '#src/features/trade-in/server/queries/trade-in-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { markErased } from '#src/platform/database/engines/file-upkeep.ts';
import { onDisk } from '#src/platform/database/engines/log-sync.ts';
import type { Tables } from '#src/platform/database/tables.ts';
import { forIds } from './lead-list-queries.ts';

/** Phone as digits from 0, e-mail in lower case. */
export type Person = { phone?: string | undefined; email?: string | undefined };

/** Ids of a person's leads that are not erased, including those found only by an update. */
export async function leadsOfPerson(
  db: Database,
  { phone, email }: Person,
  dealer: string | undefined,
): Promise<string[]> {
  if (!phone && !email) return [];
  let query = db
    .selectFrom('leads')
    .select((eb) => eb.fn.coalesce('parent_id', 'id').as('root'))
    .distinct()
    .where('erased_at', 'is', null)
    .where((eb) =>
      eb.or([...(phone ? [eb('phone', '=', phone)] : []), ...(email ? [eb('email', '=', email)] : [])]),
    );
  if (dealer !== undefined) query = query.where('dealer', '=', dealer);
  return (await query.execute()).map(({ root }) => root);
}

/** Ids of the leads sent from accounts that are not erased, with whatever phone number. */
export const leadsOfContacts = (db: Database, contactIds: readonly string[]): Promise<string[]> =>
  forIds(contactIds, async (some) => {
    const rows = await db
      .selectFrom('leads')
      .select('id')
      .where('contact_id', 'in', [...some])
      .where('erased_at', 'is', null)
      .execute();
    return rows.map(({ id }) => id);
  });

/** Leads outlive the account they were sent from. Runs inside `transaction`. */
export async function forgetContacts(transaction: Database, contactIds: readonly string[]): Promise<void> {
  await transaction
    .updateTable('leads')
    .set({ contact_id: null })
    .where('contact_id', 'in', [...contactIds])
    .execute();
}

/** The phone numbers in leads and their updates, as digits from 0, with their dealer. */
export const phonesOfLeads = (
  db: Database,
  rootIds: readonly string[],
): Promise<{ dealer: string; phone: string }[]> =>
  db
    .selectFrom('leads')
    .select(['dealer', 'phone'])
    .distinct()
    .where((eb) => eb.or([eb('id', 'in', [...rootIds]), eb('parent_id', 'in', [...rootIds])]))
    .where('phone', '<>', '')
    .execute();

/** The ids among these that are not erased. */
export const unerasedLeads = (db: Database, ids: readonly string[]): Promise<string[]> =>
  forIds(ids, async (some) => {
    const rows = await db
      .selectFrom('leads')
      .select('id')
      .where('id', 'in', [...some])
      .where('erased_at', 'is', null)
      .execute();
    return rows.map(({ id }) => id);
  });

/** Ids of a dealer's leads and tests before an instant that are not erased. */
export const leadsBefore = async (db: Database, dealer: string, before: string): Promise<string[]> =>
  (
    await db
      .selectFrom('leads')
      .select('id')
      .where('dealer', '=', dealer)
      .where('kind', '<>', 'update')
      .where('created_at', '<', before)
      .where('erased_at', 'is', null)
      .execute()
  ).map(({ id }) => id);

export const dealersWithLeads = async (db: Database): Promise<string[]> =>
  (await db.selectFrom('leads').select('dealer').distinct().orderBy('dealer').execute()).map(
    ({ dealer }) => dealer,
  );

export type ReachedDestination = { dealer: string; destination: string; leads: number };

export type Erasure = {
  leads: number;
  updates: number;
  /** Undelivered ones that will never be sent. */
  stopped: number;
  /** Destinations that already have it. */
  delivered: ReachedDestination[];
  /** Destinations a worker may be sending it to. */
  underWay: ReachedDestination[];
};

const UNSENT = ['pending', 'dead', 'held'];

function counted(rows: readonly { dealer: string; destination: string }[]): ReachedDestination[] {
  const groups = Map.groupBy(rows, ({ dealer, destination }) => `${dealer}\n${destination}`);
  return [...groups.values()].flatMap((group) => (group[0] ? [{ ...group[0], leads: group.length }] : []));
}

const withUpdates = (db: Database, rootIds: readonly string[]) =>
  db
    .selectFrom('leads')
    .select(['id', 'kind', 'payload'])
    .where((eb) => eb.or([eb('id', 'in', [...rootIds]), eb('parent_id', 'in', [...rootIds])]))
    .where('erased_at', 'is', null)
    .execute();

const deliveriesIn = (db: Database, leadIds: readonly string[], states: readonly string[]) =>
  forIds(leadIds, (ids) =>
    db
      .selectFrom('outbox')
      .select(['dealer', 'destination', 'leased_until'])
      .where('lead_id', 'in', [...ids])
      .where('state', 'in', [...states])
      .execute(),
  );

/** The acknowledgement is sent only to the shopper. */
const isToDealer = ({ destination }: { destination: string }) => destination !== ACKNOWLEDGEMENT_DESTINATION;

/** Dry run of `eraseLeads`. At most a hundred leads at a time. */
export async function surveyLeads(db: Database, rootIds: readonly string[], now: string): Promise<Erasure> {
  const rows = await withUpdates(db, rootIds);
  const ids = rows.map(({ id }) => id);
  const unsent = await deliveriesIn(db, ids, UNSENT);
  return summary(rows, unsent, await deliveriesIn(db, ids, ['delivered']), now);
}

function summary(
  rows: readonly { kind: string }[],
  unsent: readonly { dealer: string; destination: string; leased_until: string | null }[],
  delivered: readonly { dealer: string; destination: string }[],
  now: string,
): Erasure {
  const only = ({ dealer, destination }: { dealer: string; destination: string }) => ({
    dealer,
    destination,
  });
  return {
    leads: rows.filter(({ kind }) => kind !== 'update').length,
    updates: rows.filter(({ kind }) => kind === 'update').length,
    stopped: unsent.length,
    delivered: counted(delivered.filter(isToDealer).map(only)),
    underWay: counted(unsent.filter(({ leased_until }) => (leased_until ?? '') > now).map(only)),
  };
}

/**
 * Erases personal data from leads, their updates and valuations, all or nothing, and stops unsent deliveries.
 * Idempotency keys are erased too: the hash of a body can be brute-forced from a list of phone numbers. At most a
 * hundred leads at a time.
 * @returns with the ids of photos whose files still exist
 */
export async function eraseLeads(
  db: Database,
  rootIds: readonly string[],
  { now, erased }: { now: string; erased: (payload: string) => string },
): Promise<{ erasure: Erasure; photos: string[] }> {
  const done = await db.transaction().execute(async (tx: Transaction<Tables>) => {
    // A no-op write locks these leads against updates: earlier updates are read below, later ones find the leads
    // erased.
    await tx
      .updateTable('leads')
      .set((eb) => ({ sequence: eb.ref('sequence') }))
      .where('id', 'in', [...rootIds])
      .execute();
    const rows = await withUpdates(tx, rootIds);
    const ids = rows.map(({ id }) => id);
    // Before the leads: from here on no worker can claim a delivery, and existing leases are visible.
    const unsent = await forIds(ids, (some) =>
      tx
        .updateTable('outbox')
        .set({ state: 'erased', last_error: null })
        .where('lead_id', 'in', [...some])
        .where('state', 'in', UNSENT)
        .returning(['dealer', 'destination', 'leased_until'])
        .execute(),
    );
    for (const { id, payload } of rows) {
      await tx
        .updateTable('leads')
        .set({
          payload: erased(payload),
          email: '',
          phone: '',
          idempotency_key: `erased:${id}`,
          body_hash: '',
          contact_id: null,
          erased_at: now,
        })
        .where('id', '=', id)
        .execute();
    }
    // A receiver's rejection may quote the lead.
    await forIds(ids, (some) =>
      tx
        .updateTable('delivery_attempts')
        .set({ detail: null })
        .where('outcome', '=', 'rejected')
        .where('outbox_id', 'in', (eb) =>
          eb
            .selectFrom('outbox')
            .select('id')
            .where('lead_id', 'in', [...some]),
        )
        .execute(),
    );
    await eraseReservationsOfLeads(tx, rootIds);
    const photos = await deleteTradeInsOfLeads(tx, rootIds);
    await markErased(tx);
    const erasure = summary(rows, unsent, await deliveriesIn(tx, ids, ['delivered']), now);
    return { erasure, photos };
  });
  await onDisk(db);
  return done;
}

/** Stops all unsent deliveries of a lead. */
export async function withdrawDeliveries(db: Database, leadId: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'withdrawn' })
    .where('lead_id', '=', leadId)
    .where('state', 'in', UNSENT)
    .execute();
}
