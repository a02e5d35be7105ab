import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** In constant time; no token equals an empty one. */
export const isToken = (given: string, token: string): boolean =>
  token !== '' && timingSafeEqual(digest(given), digest(token));

/** @param header Authorization, as received */
export const isBearer = (header: string, token: string): boolean =>
  token !== '' && timingSafeEqual(digest(header), digest(`Bearer ${token}`));
