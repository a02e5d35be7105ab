import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Consent } from '#src/features/leads/delivery/lead-payload.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { ContactsTable } from '#src/platform/database/shopper-tables.ts';

export type Contact = {
  id: string;
  dealer: string;
  /** Digits from 0. */
  phone: string;
  /** This and the following are empty if not given. */
  firstName: string;
  lastName: string;
  email: string;
};

export type ContactDetails = Pick<Contact, 'firstName' | 'lastName' | 'email'>;

/** AUTH-03: the data of a sign-in besides the details. */
export type SignInRecord = {
  website: string;
  dealershipSlug: string;
  /** Null if the shopper did not agree this time. */
  optInConsent: Consent | null;
  termsConsent: Consent | null;
};

type ContactColumns = Record<'id' | 'dealer' | 'phone' | 'first_name' | 'last_name' | 'email', string>;

const CONTACT_COLUMNS = ['id', 'dealer', 'phone', 'first_name', 'last_name', 'email'] as const;

const contactOf = ({ first_name, last_name, ...row }: ContactColumns): Contact => ({
  ...row,
  firstName: first_name,
  lastName: last_name,
});

/**
 * Upserts the contact of a phone in one statement, so that concurrent sign-ins share it. Details that are not given
 * stay unchanged.
 * @param phone digits from 0
 */
export async function signInContact(
  db: Database,
  { dealer, phone }: { dealer: string; phone: string },
  given: ContactDetails & SignInRecord,
  now: string,
): Promise<Contact> {
  const visit = { website: given.website, dealership_slug: given.dealershipSlug, updated_at: now };
  const consents = {
    opt_in_consent: given.optInConsent && JSON.stringify(given.optInConsent),
    terms_consent: given.termsConsent && JSON.stringify(given.termsConsent),
  };
  const details = {
    first_name: given.firstName,
    last_name: given.lastName,
    email: given.email.toLowerCase(),
  };
  const orCurrent = <T>(column: keyof typeof details | keyof typeof consents) =>
    sql<T>`coalesce(nullif(${sql.ref(`excluded.${column}`)}, ''), ${sql.ref(`contacts.${column}`)})`;
  const row = await db
    .insertInto('contacts')
    .values({ id: randomUUID(), dealer, phone, created_at: now, ...visit, ...details, ...consents })
    .onConflict((on) =>
      on.columns(['dealer', 'phone']).doUpdateSet({
        ...visit,
        first_name: orCurrent<string>('first_name'),
        last_name: orCurrent<string>('last_name'),
        email: orCurrent<string>('email'),
        opt_in_consent: orCurrent<string | null>('opt_in_consent'),
        terms_consent: orCurrent<string | null>('terms_consent'),
      }),
    )
    .returning(CONTACT_COLUMNS)
    .executeTakeFirstOrThrow();
  return contactOf(row);
}

/**
 * Updates a contact's details.
 * @returns undefined if the contact no longer exists
 */
export async function changeContact(
  db: Database,
  { id, dealer }: Pick<Contact, 'id' | 'dealer'>,
  { firstName, lastName, email }: ContactDetails,
  now: string,
): Promise<Contact | undefined> {
  const row = await db
    .updateTable('contacts')
    .set({ first_name: firstName, last_name: lastName, email: email.toLowerCase(), updated_at: now })
    .where('id', '=', id)
    .where('dealer', '=', dealer)
    .returning(CONTACT_COLUMNS)
    .executeTakeFirst();
  return row && contactOf(row);
}

export type ContactRow = Selectable<ContactsTable>;

/** All that is stored of an account. */
export const contactRow = (
  db: Database,
  { id, dealer }: Pick<Contact, 'id' | 'dealer'>,
): Promise<ContactRow | undefined> =>
  db.selectFrom('contacts').selectAll().where('id', '=', id).where('dealer', '=', dealer).executeTakeFirst();

/** Oldest first. */
export const contactRows = (db: Database, dealer: string): Promise<ContactRow[]> =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('dealer', '=', dealer)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

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

/** Extends a session that expires earlier; a session that has expired meanwhile is not revived. */
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

/** Newest first. */
export const sessionStarts = async (db: Database, contactId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('sessions')
      .select('created_at')
      .where('contact_id', '=', contactId)
      .orderBy('created_at', 'desc')
      .execute()
  ).map(({ created_at }) => created_at);

export async function sweepSessions(db: Database, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
