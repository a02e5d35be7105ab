import { cookieNamed } from '../http/cookie-named.ts';

/** The prefix has browsers refuse the cookie from anyone but this host, and over http. */
const COOKIE_NAME = { tls: '__Host-forecourt_session', plain: 'forecourt_session' };
/** Browsers keep none for longer; the server decides when a session ends. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

const nameOf = (isBehindTls: boolean) => (isBehindTls ? COOKIE_NAME.tls : COOKIE_NAME.plain);

/** The value of Set-Cookie that gives a browser the token of a session. */
export const sessionCookie = (token: string, isBehindTls: boolean): string =>
  `${nameOf(isBehindTls)}=${token}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${isBehindTls ? '; Secure' : ''}`;

/** The value of Set-Cookie that takes it back. */
export const endedCookie = (isBehindTls: boolean): string =>
  `${nameOf(isBehindTls)}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${isBehindTls ? '; Secure' : ''}`;

/** The token a browser sends, if it looks like one. @param header the Cookie header */
export function sessionToken(header: string | null | undefined, isBehindTls: boolean): string | undefined {
  const token = cookieNamed(header, nameOf(isBehindTls));
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}
