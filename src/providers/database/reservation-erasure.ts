import type { Database } from './database.ts';
import { markErased } from './scrub-deleted.ts';
import { atomically } from './transactions.ts';

type Person = { phone?: string | undefined; email?: string | undefined };

const ERASED = { phone: '', email: '', payload: '', contact_id: null };

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

/**
 * Erases a person from all reservations, unpaid ones too. One that is paid afterwards goes back: there is no one to
 * reserve for.
 * @param person phone as digits from 0, e-mail in lower case
 * @param dealer all dealers where undefined
 */
export const eraseReservationsOfPerson = (
  db: Database,
  { phone, email }: Person,
  dealer: string | undefined,
): Promise<void> =>
  atomically(db, async (tx) => {
    if (!phone && !email) return;
    let erasing = tx
      .updateTable('reservations')
      .set(ERASED)
      .where((eb) =>
        eb.or([...(phone ? [eb('phone', '=', phone)] : []), ...(email ? [eb('email', '=', email)] : [])]),
      );
    if (dealer !== undefined) erasing = erasing.where('dealer', '=', dealer);
    const { numUpdatedRows } = await erasing.executeTakeFirst();
    if (numUpdatedRows > 0n) await markErased(tx);
  });
