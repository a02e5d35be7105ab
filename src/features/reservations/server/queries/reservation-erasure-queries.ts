import { forIds } from '#src/features/leads/server/queries/lead-list-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { markErased } from '#src/platform/database/engines/file-upkeep.ts';
import { atomically } from '#src/platform/database/transactions.ts';

type Person = { phone?: string | undefined; email?: string | undefined };

const ERASED = { phone: '', email: '', payload: '', contact_id: null, network: null, session: null };

/**
 * Erases personal data from the reservations of these leads; vehicle, amount and payment are retained for accounting.
 */
export const eraseReservationsOfLeads = (
  transaction: Database,
  leadIds: readonly string[],
): Promise<unknown> =>
  transaction
    .updateTable('reservations')
    .set(ERASED)
    .where('lead_id', 'in', [...leadIds])
    .execute();

/** Erases personal data from the reservations of accounts, with whatever phone number. */
export const eraseReservationsOfContacts = (
  transaction: Database,
  contactIds: readonly string[],
): Promise<unknown> =>
  transaction
    .updateTable('reservations')
    .set(ERASED)
    .where('contact_id', 'in', [...contactIds])
    .execute();

/**
 * Ids of a person's reservations, including unpaid ones.
 * @param person phone as digits from 0, e-mail in lower case
 * @param dealer all if undefined
 */
export async function reservationsOfPerson(
  db: Database,
  { phone, email }: Person,
  dealer: string | undefined,
): Promise<string[]> {
  if (!phone && !email) return [];
  const found = db
    .selectFrom('reservations')
    .select('id')
    .where((eb) =>
      eb.or([...(phone ? [eb('phone', '=', phone)] : []), ...(email ? [eb('email', '=', email)] : [])]),
    );
  const rows = await (dealer === undefined ? found : found.where('dealer', '=', dealer)).execute();
  return rows.map(({ id }) => id);
}

/** Ids of reservations paid before an instant that have no lead, because the deposit was refunded. */
export async function paidWithoutLeadBefore(db: Database, dealer: string, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reservations')
    .select('id')
    .where('dealer', '=', dealer)
    .where('lead_id', 'is', null)
    .where('paid_at', '<', before)
    .where((eb) => eb.or([eb('phone', '<>', ''), eb('email', '<>', ''), eb('contact_id', 'is not', null)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids among these with personal data: a restored backup may have brought it back. */
export const unerasedReservations = (db: Database, ids: readonly string[]): Promise<string[]> =>
  forIds(ids, async (some) => {
    const rows = await db
      .selectFrom('reservations')
      .select('id')
      .where('id', 'in', [...some])
      .where((eb) => eb.or([eb('phone', '<>', ''), eb('email', '<>', ''), eb('payload', '<>', '')]))
      .execute();
    return rows.map(({ id }) => id);
  });

/** Erases personal data; vehicle, amount and payment are retained for accounting. Later payments are refunded. */
export async function eraseReservationsById(db: Database, ids: readonly string[]): Promise<void> {
  await forIds(ids, (some) =>
    atomically(db, async (tx) => {
      await tx
        .updateTable('reservations')
        .set(ERASED)
        .where('id', 'in', [...some])
        .execute();
      await markErased(tx);
      return [];
    }),
  );
}

/** Ids of the leads of accounts' reservations, with whatever phone number. */
export const leadsOfReservations = (db: Database, contactIds: readonly string[]): Promise<string[]> =>
  forIds(contactIds, async (some) => {
    const rows = await db
      .selectFrom('reservations')
      .select('lead_id')
      .where('contact_id', 'in', [...some])
      .execute();
    return rows.flatMap(({ lead_id }) => lead_id ?? []);
  });
