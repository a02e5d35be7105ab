import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { SignInType } from '#src/config/sections/business/account-section.ts';
import { formGate } from '#src/features/leads/forms/form-access.ts';
import { type LeadFormName, leadFormNamed } from '#src/features/leads/forms/lead-form.ts';
import { newToken, tokenHash } from '#src/features/leads/server/phone-code/verified-phone.ts';
import { cookieNamed } from '#src/platform/http/read-request.ts';
import { gateAt } from '#src/platform/routing/gates.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import {
  type Contact,
  contactOfSession,
  deleteSession,
  extendSession,
  type SessionKey,
  storeSession,
} from './queries/contact-queries.ts';

/** The prefix makes browsers accept the cookie only from this host over HTTPS. */
const COOKIE_NAME = { tls: '__Host-forecourt_session', plain: 'forecourt_session' };
/** The maximum browsers allow; the server decides when a session expires. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

const nameOf = (isBehindTls: boolean) => (isBehindTls ? COOKIE_NAME.tls : COOKIE_NAME.plain);

const sessionCookie = (token: string, maxAge: number, isBehindTls: boolean): string =>
  `${nameOf(isBehindTls)}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isBehindTls ? '; Secure' : ''}`;

/**
 * The session token, if well-formed.
 * @param header the Cookie header
 */
function sessionToken(header: string | null | undefined, isBehindTls: boolean): string | undefined {
  const token = cookieNamed(header, nameOf(isBehindTls));
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

export type { Contact } from './queries/contact-queries.ts';

/** AUTH-04: since the last use, to the day. */
export const SESSION_VALID_MS = 30 * DAY_MS;
/** Limits writes: a session is extended at most this often. */
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
 * The contact signed in at a dealer's site, if any.
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

/** @returns the value of Set-Cookie; only the hash of its token is stored */
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
  return sessionCookie(token, MAX_AGE_SECONDS, isBehindTls(services));
}

/**
 * AUTH-06: ends the session on the server, so that a copied cookie is invalid too.
 * @returns the value of Set-Cookie that removes it from the browser
 */
export async function endSession(
  services: SessionServices,
  dealer: string,
  cookieHeader: string | null,
): Promise<string> {
  const key = keyOf(services, dealer, cookieHeader);
  if (key) await deleteSession(services.db, key);
  return sessionCookie('', 0, isBehindTls(services));
}

const FORM = /^\/(?:enquire|api\/leads)\/([\w-]+)$/;

/** AUTH-04: the gate of a page, a form, or the endpoint of either. */
export function gateOfAddress(dealer: DealerConfig, path: string): SignInType | undefined {
  const form = FORM.exec(path)?.[1] ?? '';
  if (leadFormNamed(form)) return formGate(form as LeadFormName, dealer);
  return gateAt(dealer, path);
}

/** The signed-in contact; undefined at a path without a gate, where no session is looked up. */
export const contactAtGate = async (
  services: SessionServices,
  dealer: DealerConfig,
  path: string,
  cookieHeader: string | null,
): Promise<Contact | undefined> =>
  gateOfAddress(dealer, path) && signedInContact(services, dealer.slug, cookieHeader);
