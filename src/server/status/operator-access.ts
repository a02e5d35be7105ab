import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Environment } from '#src/config/environment.ts';
import { errorBody } from '#src/platform/http/endpoint.ts';
import { cookieNamed } from '#src/platform/http/read-request.ts';
import { type TokenGuesses, WRONG_TOKENS_MS } from '#src/platform/limits/token-guesses.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import type { Request } from '#src/server/http/exchange.ts';

/** Prefix of operator addresses, on every host; no page of a site starts with it. */
export const OPERATOR_PREFIX = '/-/';
export const STATUS_PATH = '/-/status';
export const METRICS_PATH = '/-/metrics';

export const isOperatorPath = (pathname: string): boolean =>
  pathname === STATUS_PATH || pathname === METRICS_PATH;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Constant-time comparison; an empty token never matches. */
const isToken = (given: string, token: string): boolean =>
  token !== '' && timingSafeEqual(digest(given), digest(token));

/** @param header Authorization */
const isBearer = (header: string, token: string): boolean =>
  token !== '' && timingSafeEqual(digest(header), digest(`Bearer ${token}`));

const COOKIE = 'forecourt_status';
const COOKIE_MS = HOUR_MS;
const MS = 1000;

export type Access = 'granted' | 'none' | 'wrong' | 'too_many';

export function refusalOf(access: Exclude<Access, 'granted'>) {
  return access === 'too_many'
    ? {
        status: 429,
        headers: { 'Retry-After': String(WRONG_TOKENS_MS / MS) },
        error: errorBody('too_many_tokens', 'Too many wrong tokens. Try again in ten minutes.'),
      }
    : {
        status: 401,
        headers: { 'WWW-Authenticate': 'Bearer' },
        error: errorBody('wrong_token', 'This is not the HEALTH_TOKEN.'),
      };
}

/** Shared by all addresses that accept the token, so that failed attempts are counted together. */
export type OperatorAccess = ReturnType<typeof operatorAccess>;

/** Grants access to holders of HEALTH_TOKEN, and for an hour to browsers that submitted it. */
export function operatorAccess(
  { HEALTH_TOKEN: token, SITE_SECRET, BEHIND_TLS }: Environment,
  { now }: Clock,
  guess: TokenGuesses,
) {
  /** The key is derived from the token, so that a new token invalidates all cookies. */
  const signed = (until: string) =>
    `${until}.${createHmac('sha256', `${SITE_SECRET}\n${token}`).update(`status ${until}`).digest('base64url')}`;

  const judge = ({ clientAddress }: Request, isRight: boolean): Promise<Access> =>
    guess(clientAddress, isRight);

  function hasCookie({ headers }: Request): boolean {
    const value = cookieNamed(headers.cookie, COOKIE) ?? '';
    const until = value.split('.')[0] ?? '';
    return Number(until) * MS > now().getTime() && isToken(value, signed(until));
  }

  return {
    async ofRequest(req: Request): Promise<Access> {
      const { authorization } = req.headers;
      if (authorization !== undefined) return judge(req, isBearer(authorization, token));
      return hasCookie(req) ? 'granted' : 'none';
    },
    ofToken: (req: Request, given: string): Promise<Access> => judge(req, isToken(given, token)),
    /** Set-Cookie value for a browser that submitted the token. */
    cookie(): string {
      const until = String(Math.floor((now().getTime() + COOKIE_MS) / MS));
      const secure = BEHIND_TLS === 'yes' ? '; Secure' : '';
      return `${COOKIE}=${signed(until)}; Path=/-/; Max-Age=${COOKIE_MS / MS}; HttpOnly; SameSite=Strict${secure}`;
    },
  };
}
