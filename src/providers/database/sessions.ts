import { CONTACT_COLUMNS, type Contact, contactOf } from './contacts.ts';
import type { Database } from './database.ts';

/** A session at one dealer, found by its token. */
export type SessionKey = { dealer: string; tokenHash: string };

export async function storeSession(
  db: Database,
  { dealer, tokenHash }: SessionKey,
  { contactId, now, expiresAt }: { contactId: string; now: string; expiresAt: string },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ token_hash: tokenHash, dealer, contact_id: contactId, created_at: now, expires_at: expiresAt })
    .execute();
}

/** The contact of a session that has not expired. */
export async function contactOfSession(
  db: Database,
  { dealer, tokenHash }: SessionKey,
  now: string,
): Promise<{ contact: Contact; expiresAt: string } | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.id', '=', 'sessions.contact_id').onRef('contacts.dealer', '=', 'sessions.dealer'),
    )
    .select(CONTACT_COLUMNS.map((column) => `contacts.${column}` as const))
    .select('sessions.expires_at')
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.dealer', '=', dealer)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const { expires_at, ...contact } = row;
  return { contact: contactOf(contact), expiresAt: expires_at };
}

/** Extends a session that expires before that time; one that has ended meanwhile stays ended. */
export async function extendSession(
  db: Database,
  { dealer, tokenHash }: SessionKey,
  { now, expiresAt }: { now: string; expiresAt: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .where('dealer', '=', dealer)
    .where('expires_at', '>', now)
    .where('expires_at', '<', expiresAt)
    .execute();
}

export async function deleteSession(db: Database, { dealer, tokenHash }: SessionKey): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).where('dealer', '=', dealer).execute();
}

/** When the sessions of a contact began, the newest first. */
export const sessionStarts = async (db: Database, contactId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('sessions')
      .select('created_at')
      .where('contact_id', '=', contactId)
      .orderBy('created_at', 'desc')
      .execute()
  ).map(({ created_at }) => created_at);

/** Forgets expired sessions. */
export async function sweepSessions(db: Database, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
