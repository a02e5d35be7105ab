/** ANL-04: a cookie that tells the next page to report, once, that a form verified a code without a script. */
export const VERIFIED_COOKIE = 'forecourt_verified=1';

const FOR_SECONDS = 10 * 60;

/** Without HttpOnly, because a script reads it. */
export const verifiedCookie = (isBehindTls: boolean): string =>
  `${VERIFIED_COOKIE}; Path=/; Max-Age=${FOR_SECONDS}; SameSite=Lax${isBehindTls ? '; Secure' : ''}`;
