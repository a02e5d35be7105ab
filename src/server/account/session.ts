import { DAY_MS } from '#src/domain/duration.ts';
import type { Contact } from '#src/providers/database/contacts.ts';
import {
  contactOfSession,
  deleteSession,
  extendSession,
  type SessionKey,
  storeSession,
} from '#src/providers/database/sessions.ts';
import { newToken, tokenHash } from '../phone-codes/code-secrets.ts';
import type { Services } from '../services.ts';
import { endedCookie, sessionCookie, sessionToken } from './session-cookie.ts';

export type { Contact } from '#src/providers/database/contacts.ts';

/** AUTH-04: since the last use, as near as a day. */
export const SESSION_VALID_MS = 30 * DAY_MS;
/** A session is extended at most this often: a page that is read writes nothing. */
const EXTENDED_EVERY_MS = DAY_MS;

export type SessionServices = Pick<Services, 'db' | 'clock' | 'env'>;

const isBehindTls = ({ env }: Pick<SessionServices, 'env'>): boolean => env.BEHIND_TLS === 'yes';

function keyOf(
  services: Pick<SessionServices, 'env'>,
  dealer: string,
  cookieHeader: string | null,
): SessionKey | undefined {
  const token = sessionToken(cookieHeader, isBehindTls(services));
  return token === undefined ? undefined : { dealer, tokenHash: tokenHash(token) };
}

/**
 * The shopper of a browser at a dealer's site; undefined if none is signed in there.
 * @param cookieHeader the Cookie header of the request
 * @throws the database's errors
 */
export async function signedInContact(
  services: SessionServices,
  dealer: string,
  cookieHeader: string | null,
): Promise<Contact | undefined> {
  const key = keyOf(services, dealer, cookieHeader);
  if (!key) return undefined;
  const { db, clock } = services;
  const now = clock.now();
  const found = await contactOfSession(db, key, now.toISOString());
  if (!found) return undefined;
  const expiresAt = new Date(now.getTime() + SESSION_VALID_MS);
  if (expiresAt.getTime() - Date.parse(found.expiresAt) >= EXTENDED_EVERY_MS)
    await extendSession(db, key, { now: now.toISOString(), expiresAt: expiresAt.toISOString() });
  return found.contact;
}

/**
 * Signs a browser in as a contact.
 * @returns the value of Set-Cookie; its token is stored only as a hash
 */
export async function startSession(
  services: SessionServices,
  { id, dealer }: Pick<Contact, 'id' | 'dealer'>,
): Promise<string> {
  const token = newToken();
  const now = services.clock.now();
  await storeSession(
    services.db,
    { dealer, tokenHash: tokenHash(token) },
    {
      contactId: id,
      now: now.toISOString(),
      expiresAt: new Date(now.getTime() + SESSION_VALID_MS).toISOString(),
    },
  );
  return sessionCookie(token, isBehindTls(services));
}

/**
 * AUTH-06: ends the session on the server, so that a copy of the cookie is worth nothing either.
 * @returns the value of Set-Cookie that removes it from the browser
 */
export async function endSession(
  services: SessionServices,
  dealer: string,
  cookieHeader: string | null,
): Promise<string> {
  const key = keyOf(services, dealer, cookieHeader);
  if (key) await deleteSession(services.db, key);
  return endedCookie(isBehindTls(services));
}
