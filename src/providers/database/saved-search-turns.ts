import type { Database } from './database.ts';
import type { SavedSearchRow } from './saved-searches.ts';

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
