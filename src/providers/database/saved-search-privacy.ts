import type { Database } from './database.ts';
import type { Person } from './lead-erasure.ts';
import { forIds } from './lead-rows.ts';
import type { SavedSearchRow } from './saved-searches.ts';
import { markErased } from './scrub-deleted.ts';
import { atomically } from './transactions.ts';

/** The saved searches of a person, of one dealer or of all: by where alerts go, and by their account. */
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

/** Which of these are stored. */
export const storedSearches = (db: Database, ids: readonly string[]): Promise<string[]> =>
  forIds(ids, async (some) => {
    const rows = await db
      .selectFrom('saved_searches')
      .select('id')
      .where('id', 'in', [...some])
      .execute();
    return rows.map(({ id }) => id);
  });

/** Erases saved searches, for good. */
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

/** The saved searches of an account at its dealer: those it saved, and those whose alerts its phone gets. */
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

/** Forgets addresses that did not agree in time, and searches whose alerts have ended. */
export async function sweepSavedSearches(db: Database, now: string): Promise<void> {
  await atomically(db, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('saved_searches')
      .where('expires_at', '<=', now)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await markErased(transaction);
  });
}

/** Searches of a dealer after an id, in the order of ids: for an export page after page. */
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
