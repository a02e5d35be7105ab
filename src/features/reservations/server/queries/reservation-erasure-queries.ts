import { forIds } from '#src/features/leads/server/queries/lead-list-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { markErased } from '#src/platform/database/engines/file-upkeep.ts';
import { atomically } from '#src/platform/database/transactions.ts';

type Person = { phone?: string | undefined; email?: string | undefined };

const ERASED = { phone: '', email: '', payload: '', contact_id: null, network: null, session: null };

/** Erases the person from the reservations of these leads; vehicle, amount and payment stay, as accounts must. */
export const eraseReservationsOfLeads = (
  transaction: Database,
  leadIds: readonly string[],
): Promise<unknown> =>
  transaction
    .updateTable('reservations')
    .set(ERASED)
    .where('lead_id', 'in', [...leadIds])
    .execute();

/** Erases accounts from what they reserved, under whatever phone number. */
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
 * Ids of a person's reservations, unpaid ones too.
 * @param person phone as digits from 0, e-mail in lower case
 * @param dealer all dealers where undefined
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

/** Ids of a dealer's reservations that were paid before an instant and have no lead, since the deposit went back. */
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

/** Which of these reservations name a person: a restored backup may have brought them back. */
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

/**
 * Erases the person from reservations; vehicle, amount and payment stay, as accounts must. One that is paid afterwards
 * goes back: there is no one to reserve for.
 */
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

/** Ids of the leads of what accounts have reserved, under whatever phone number. */
export const leadsOfReservations = (db: Database, contactIds: readonly string[]): Promise<string[]> =>
  forIds(contactIds, async (some) => {
    const rows = await db
      .selectFrom('reservations')
      .select('lead_id')
      .where('contact_id', 'in', [...some])
      .execute();
    return rows.flatMap(({ lead_id }) => lead_id ?? []);
  });
