/**
 * ANL-04: a cookie that the next page reads once: a code was verified by a form, so that no script has reported it.
 * It says nothing else.
 */
export const VERIFIED_COOKIE = 'forecourt_verified=1';

const FOR_SECONDS = 10 * 60;

/** The value of Set-Cookie; a script reads it. */
export const verifiedCookie = (isBehindTls: boolean): string =>
  `${VERIFIED_COOKIE}; Path=/; Max-Age=${FOR_SECONDS}; SameSite=Lax${isBehindTls ? '; Secure' : ''}`;
