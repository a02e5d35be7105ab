import { sql } from 'kysely';
import { forgetContacts, type Person } from '#src/features/leads/server/queries/lead-erasure-queries.ts';
import { forIds } from '#src/features/leads/server/queries/lead-list-queries.ts';
import { eraseOnlinePaymentsOfContacts } from '#src/features/reservations/server/queries/payment-queries.ts';
import { eraseReservationsOfContacts } from '#src/features/reservations/server/queries/reservation-erasure-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { markErased } from '#src/platform/database/engines/file-upkeep.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import type { SavedSearchRow } from './saved-search-queries.ts';

type ContactPerson = { phone?: string | undefined; email?: string | undefined };

/**
 * The contact ids of a person, at one dealer or all.
 * @param person phone as digits from 0, e-mail in lower case
 */
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

/** The ids of a dealer's contacts that were last used before an instant and have no active session. */
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

/** The ids among these that are stored: a restored backup may have brought them back. */
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

/** Deletes contacts with their sessions and verifications, and erases them from reservations and payments. */
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
      await transaction
        .deleteFrom('deals')
        .where('contact_id', 'in', [...some])
        .execute();
      await forgetContacts(transaction, some);
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

/** Deletes records of sent codes and verified phones. */
export async function sweepVerifications(db: Database, dealer: string, before: string): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('website_slug', '=', dealer)
    .where('created_at', '<', before)
    .execute();
}

/** The ids of a person's saved searches, at one dealer or all: by recipient and by account. */
export async function searchesOfPerson(
  db: Database,
  { phone, email }: Person,
  dealer: string | undefined,
): Promise<string[]> {
  const recipients = [phone, email].filter((one) => one !== undefined && one !== '') as string[];
  if (recipients.length === 0) return [];
  const contacts = db
    .selectFrom('contacts')
    .select('id')
    .where((eb) => eb.or([eb('phone', 'in', recipients), eb('email', 'in', recipients)]));
  const found = db
    .selectFrom('saved_searches')
    .select('id')
    .where((eb) => eb.or([eb('recipient', 'in', recipients), eb('contact_id', 'in', contacts)]));
  const rows = await (dealer === undefined ? found : found.where('dealer', '=', dealer)).execute();
  return rows.map(({ id }) => id);
}

export const storedSearches = (db: Database, ids: readonly string[]): Promise<string[]> =>
  forIds(ids, async (some) => {
    const rows = await db
      .selectFrom('saved_searches')
      .select('id')
      .where('id', 'in', [...some])
      .execute();
    return rows.map(({ id }) => id);
  });

export async function eraseSearches(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await atomically(db, async (transaction) => {
    await forIds(ids, (some) =>
      transaction
        .deleteFrom('saved_searches')
        .where('id', 'in', [...some])
        .execute(),
    );
    await markErased(transaction);
  });
}

/** The ids of an account's saved searches, and of those that alert its phone. */
export async function searchesOfContactOrPhone(
  db: Database,
  { dealer, contactId, phone }: { dealer: string; contactId: string; phone: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('saved_searches')
    .select('id')
    .where('dealer', '=', dealer)
    .where((eb) => eb.or([eb('contact_id', '=', contactId), eb('recipient', '=', phone)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes unconfirmed addresses that have expired, and expired searches. */
export async function sweepSavedSearches(db: Database, now: string): Promise<void> {
  await atomically(db, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('saved_searches')
      .where('expires_at', '<=', now)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await markErased(transaction);
  });
}

/** One page of a dealer's searches, ordered by id. */
export const savedSearchesAfter = (
  db: Database,
  dealer: string,
  { after, limit }: { after: string; limit: number },
): Promise<SavedSearchRow[]> =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
