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
 * Upserts a search per recipient. For a verified recipient this extends the alerts. For an unverified address it
 * requeues the confirmation e-mail and leaves active alerts unchanged, so that nobody else can change them.
 */
export async function storeSavedSearch(db: Database, search: NewSavedSearch): Promise<void> {
  const { created_at: now, confirmed_at } = search;
  const isPending = sql<boolean>`saved_searches.confirmed_at is null`;
  const isConfirmed = sql<boolean>`(saved_searches.confirmed_at is null or excluded.confirmed_at is not null)`;
  const replaceIf = (condition: typeof isPending, column: 'expires_at' | 'looked_at' | 'consent' | 'name') =>
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
        expires_at: replaceIf(isConfirmed, 'expires_at'),
        looked_at: replaceIf(isPending, 'looked_at'),
        consent: replaceIf(isConfirmed, 'consent'),
        name: replaceIf(isPending, 'name'),
      }),
    )
    .execute();
}

/** Counts a recipient's other searches at a dealer, confirmed or not. */
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

/** A search by id, unless it has expired. */
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
 * Starts the alerts of an address. Idempotent.
 * @returns false if the search does not exist or has expired
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

/** Extends the alerts of an address that has confirmed again. */
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

export async function deleteByStopToken(db: Database, dealer: string, token: string): Promise<void> {
  await db
    .deleteFrom('saved_searches')
    .where('dealer', '=', dealer)
    .where('stop_token', '=', token)
    .execute();
}

/** Newest first. */
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

/** All of an account's, expired or not. */
export const savedSearchRowsOf = (
  db: Database,
  { id, dealer }: { id: string; dealer: string },
): Promise<SavedSearchRow[]> =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('contact_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** Searches with a confirmation e-mail due, oldest first. */
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
 * Claims a confirmation for sending: exactly one process gets it, and a crashed claim is never retried.
 * @returns false if another process has claimed it
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

/** Requeues a confirmation that was not sent, unless another has been requested since. */
export async function releaseConfirmation(db: Database, id: string, dueAt: string): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ confirm_due_at: dueAt })
    .where('id', '=', id)
    .where('confirm_due_at', 'is', null)
    .execute();
}

/** Dealers and channels with due alerts, and the latest due time of each. */
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
 * Searches due for an alert.
 * @param dueAfter excludes searches due before; an empty string excludes none
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

/** @property seenAt the date of the latest change that the message covers */
export type AlertClaim = { id: string; lookedAt: string; seenAt: string; now: string; nextAt: string };

/**
 * Claims an alert for sending: exactly one process gets it, and a crashed claim is never retried, so that no alert is
 * sent twice.
 * @returns false if another process has claimed it, or the alerts were stopped
 */
export async function claimAlert(
  db: Database,
  { id, lookedAt, seenAt, now, nextAt }: AlertClaim,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_searches')
    .set((eb) => ({ looked_at: seenAt, due_at: nextAt, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('looked_at', '=', lookedAt)
    .where('due_at', '<=', now)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Releases a claim whose alert was not sent; it is retried with the same changes at `retryAt`. */
export async function releaseAlert(db: Database, claim: AlertClaim, retryAt: string): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ looked_at: claim.lookedAt, due_at: retryAt })
    .where('id', '=', claim.id)
    .where('looked_at', '=', claim.seenAt)
    .where('due_at', '=', claim.nextAt)
    .execute();
}

/** Resets the attempts after a delivered message. */
export async function resetAttempts(db: Database, id: string): Promise<void> {
  await db.updateTable('saved_searches').set({ attempts: 0 }).where('id', '=', id).execute();
}

/** Deletes a search whose recipient cannot be reached, or that was withdrawn. */
export async function deleteSavedSearch(db: Database, id: string): Promise<void> {
  await db.deleteFrom('saved_searches').where('id', '=', id).execute();
}
