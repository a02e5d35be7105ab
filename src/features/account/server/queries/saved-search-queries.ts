import { type Selectable, sql } from 'kysely';
import type { AlertChannel } from '#src/features/account/saved-searches/saved-search.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { SavedSearchesTable } from '#src/platform/database/shopper-tables.ts';

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

/** Searches of these dealers whose address has not been asked yet, the longest-waiting first. */
export const dueConfirmations = (
  db: Database,
  dealers: readonly string[],
  { now, limit }: { now: string; limit: number },
): Promise<SavedSearchRow[]> =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('dealer', 'in', dealers)
    .where('confirm_due_at', '<=', now)
    .where('expires_at', '>', now)
    .orderBy('confirm_due_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Takes the right to send a confirmation: of all processes one gets it, and one that dies takes it along.
 * @returns false if another has it
 */
export async function claimConfirmation(
  db: Database,
  { id, confirm_due_at }: Pick<SavedSearchRow, 'id' | 'confirm_due_at'>,
): Promise<boolean> {
  if (confirm_due_at === null) return false;
  const { numUpdatedRows } = await db
    .updateTable('saved_searches')
    .set((eb) => ({ confirm_due_at: null, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('confirm_due_at', '=', confirm_due_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The confirmation was not sent: it is due again, unless the shopper has asked for another since. */
export async function returnConfirmation(db: Database, id: string, dueAt: string): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ confirm_due_at: dueAt })
    .where('id', '=', id)
    .where('confirm_due_at', 'is', null)
    .execute();
}

/** Dealers and channels with searches that may get an alert now, and since when the last of these may. */
export const dueAlerts = (
  db: Database,
  now: string,
): Promise<{ dealer: string; channel: string; newest: string }[]> =>
  db
    .selectFrom('saved_searches')
    .select(({ fn }) => ['dealer', 'channel', fn.max('due_at').as('newest')])
    .where('confirmed_at', 'is not', null)
    .where('due_at', '<=', now)
    .where('expires_at', '>', now)
    .groupBy(['dealer', 'channel'])
    .orderBy('dealer')
    .orderBy('channel')
    .execute();

/**
 * Searches that may get an alert now.
 * @param dueAfter leaves out those that could have had it before: an empty text leaves out none
 */
export const dueSearches = (
  db: Database,
  dealer: string,
  { channel, now, dueAfter }: { channel: string; now: string; dueAfter: string },
): Promise<SavedSearchRow[]> =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('channel', '=', channel)
    .where('confirmed_at', 'is not', null)
    .where('due_at', '<=', now)
    .where('due_at', '>=', dueAfter)
    .where('expires_at', '>', now)
    .orderBy('due_at')
    .orderBy('id')
    .execute();

/** @property now the stock as of then is in the message */
export type AlertTurn = { id: string; lookedAt: string; now: string; nextAt: string };

/**
 * Takes the right to send an alert: of all processes one gets it. One that dies takes it along, so that no alert is
 * sent twice.
 * @returns false if another has it, or the alerts were stopped
 */
export async function claimAlert(db: Database, { id, lookedAt, now, nextAt }: AlertTurn): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_searches')
    .set((eb) => ({ looked_at: now, due_at: nextAt, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('looked_at', '=', lookedAt)
    .where('due_at', '<=', now)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The alert was not sent: the search looks again from where it was, at `retryAt`. */
export async function returnAlert(db: Database, turn: AlertTurn, retryAt: string): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ looked_at: turn.lookedAt, due_at: retryAt })
    .where('id', '=', turn.id)
    .where('looked_at', '=', turn.now)
    .where('due_at', '=', turn.nextAt)
    .execute();
}

/** A message has arrived: the next starts with all its attempts. */
export async function settleAlert(db: Database, id: string): Promise<void> {
  await db.updateTable('saved_searches').set({ attempts: 0 }).where('id', '=', id).execute();
}

/** Ends the alerts of a recipient that cannot be reached, and those of searches that were withdrawn. */
export async function endSavedSearch(db: Database, id: string): Promise<void> {
  await db.deleteFrom('saved_searches').where('id', '=', id).execute();
}
