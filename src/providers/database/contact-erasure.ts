import { sql } from 'kysely';
import type { Database } from './database.ts';
import { forIds } from './lead-rows.ts';
import { eraseOnlinePaymentsOfContacts } from './online-payments.ts';
import { eraseReservationsOfContacts } from './reservation-erasure.ts';
import { markErased } from './scrub-deleted.ts';
import { atomically } from './transactions.ts';

/** A person, by phone as digits from 0 or e-mail in lower case. */
type ContactPerson = { phone?: string | undefined; email?: string | undefined };

/** Ids of the contacts of a person, at one dealer or at all. */
export async function contactsOfPerson(
  db: Database,
  { phone, email }: ContactPerson,
  dealer: string | undefined,
): Promise<string[]> {
  if (!phone && !email) return [];
  let query = db
    .selectFrom('contacts')
    .select('id')
    .where((eb) =>
      eb.or([...(phone ? [eb('phone', '=', phone)] : []), ...(email ? [eb('email', '=', email)] : [])]),
    );
  if (dealer !== undefined) query = query.where('dealer', '=', dealer);
  return (await query.execute()).map(({ id }) => id);
}

/** Ids of a dealer's contacts that were last used before an instant, and are signed in nowhere. */
export const contactsBefore = async (
  db: Database,
  dealer: string,
  { before, now }: { before: string; now: string },
): Promise<string[]> =>
  (
    await db
      .selectFrom('contacts')
      .select('id')
      .where('dealer', '=', dealer)
      .where('updated_at', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('sessions')
              .select(sql<number>`1`.as('one'))
              .whereRef('sessions.contact_id', '=', 'contacts.id')
              .where('sessions.expires_at', '>', now),
          ),
        ),
      )
      .execute()
  ).map(({ id }) => id);

/** Which of these contacts are there: a restored backup may have brought them back. */
export const presentContacts = (db: Database, ids: readonly string[]): Promise<string[]> =>
  forIds(ids, async (some) =>
    (
      await db
        .selectFrom('contacts')
        .select('id')
        .where('id', 'in', [...some])
        .execute()
    ).map(({ id }) => id),
  );

/** Deletes contacts with their sessions and the records of their sign-ins, and erases them from what they pay for. */
export async function eraseContacts(db: Database, ids: readonly string[]): Promise<void> {
  await forIds(ids, (some) =>
    atomically(db, async (transaction) => {
      await transaction
        .deleteFrom('sessions')
        .where('contact_id', 'in', [...some])
        .execute();
      await transaction
        .deleteFrom('verifications')
        .where('user_id', 'in', [...some])
        .execute();
      await transaction
        .deleteFrom('watchlists')
        .where('contact_id', 'in', [...some])
        .execute();
      await eraseReservationsOfContacts(transaction, some);
      await eraseOnlinePaymentsOfContacts(transaction, some);
      await transaction
        .deleteFrom('contacts')
        .where('id', 'in', [...some])
        .execute();
      await markErased(transaction);
      return [];
    }),
  );
}

/** Forgets records of codes sent and phones verified. */
export async function sweepVerifications(db: Database, dealer: string, before: string): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('website_slug', '=', dealer)
    .where('created_at', '<', before)
    .execute();
}
