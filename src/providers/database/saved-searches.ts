import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { AlertChannel } from '#src/domain/search/saved-search.ts';
import type { SavedSearchesTable } from './account-tables.ts';
import type { Database } from './database.ts';

export type SavedSearchRow = Selectable<SavedSearchesTable>;

export type NewSavedSearch = Pick<
  SavedSearchRow,
  | 'id'
  | 'dealer'
  | 'contact_id'
  | 'recipient'
  | 'search'
  | 'search_hash'
  | 'name'
  | 'consent'
  | 'stop_token'
  | 'created_at'
  | 'confirmed_at'
  | 'expires_at'
> & { channel: AlertChannel };

/**
 * Stores a search once for each recipient. Saved again by who is verified, its alerts last as long as new ones; saved
 * again for an address, the mail that asks it is due again, and alerts that run are otherwise as before, so that no one
 * who knows an address can change what it gets.
 */
export async function storeSavedSearch(db: Database, search: NewSavedSearch): Promise<void> {
  const { created_at: now, confirmed_at } = search;
  const isPending = sql<boolean>`saved_searches.confirmed_at is null`;
  const isAgreed = sql<boolean>`(saved_searches.confirmed_at is null or excluded.confirmed_at is not null)`;
  const newIf = (condition: typeof isPending, column: 'expires_at' | 'looked_at' | 'consent' | 'name') =>
    sql<string>`case when ${condition} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`saved_searches.${column}`)} end`;
  await db
    .insertInto('saved_searches')
    .values({
      ...search,
      confirm_due_at: confirmed_at === null ? now : null,
      looked_at: now,
      due_at: now,
      attempts: 0,
    })
    .onConflict((on) =>
      on.columns(['dealer', 'channel', 'recipient', 'search_hash']).doUpdateSet({
        confirm_due_at: sql<string | null>`excluded.confirm_due_at`,
        expires_at: newIf(isAgreed, 'expires_at'),
        looked_at: newIf(isPending, 'looked_at'),
        consent: newIf(isAgreed, 'consent'),
        name: newIf(isPending, 'name'),
      }),
    )
    .execute();
}

/** How many other searches of a dealer a recipient has, confirmed or not. */
export async function countOtherSearches(
  db: Database,
  {
    dealer,
    channel,
    recipient,
    search_hash,
  }: Pick<NewSavedSearch, 'dealer' | 'channel' | 'recipient' | 'search_hash'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('saved_searches')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('dealer', '=', dealer)
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    .where('search_hash', '!=', search_hash)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A search by its id, while its confirmation counts. */
export const findSavedSearch = (
  db: Database,
  dealer: string,
  { id, now }: { id: string; now: string },
): Promise<SavedSearchRow | undefined> =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** By the token in its messages. */
export const findByStopToken = (
  db: Database,
  dealer: string,
  token: string,
): Promise<SavedSearchRow | undefined> =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('stop_token', '=', token)
    .executeTakeFirst();

/**
 * Starts the alerts of an address that has agreed. Repeated, it changes nothing.
 * @returns false if there is no such search, or it waited too long
 */
export async function confirmSavedSearch(
  db: Database,
  dealer: string,
  { id, now, expiresAt }: { id: string; now: string; expiresAt: string },
): Promise<boolean> {
  await db
    .updateTable('saved_searches')
    .set({ confirmed_at: now, confirm_due_at: null, due_at: now, expires_at: expiresAt })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  const found = await findSavedSearch(db, dealer, { id, now });
  return found !== undefined && found.confirmed_at !== null;
}

/** An address has agreed to its alerts again: they last longer. */
export async function renewSavedSearch(
  db: Database,
  dealer: string,
  { id, now, expiresAt, consent }: Record<'id' | 'now' | 'expiresAt' | 'consent', string>,
): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ expires_at: expiresAt, consent, confirm_due_at: null })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .where('expires_at', '>', now)
    .execute();
}

/** Ends alerts, for good. */
export async function deleteByStopToken(db: Database, dealer: string, token: string): Promise<void> {
  await db
    .deleteFrom('saved_searches')
    .where('dealer', '=', dealer)
    .where('stop_token', '=', token)
    .execute();
}

/** Those a contact saved, newest first. */
export const searchesOfContact = (
  db: Database,
  dealer: string,
  { contactId, now }: { contactId: string; now: string },
): Promise<SavedSearchRow[]> =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('contact_id', '=', contactId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
