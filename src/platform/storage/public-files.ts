import { cacheControl, typeOf } from '#src/platform/http/response-headers.ts';
import type { FileHeaders } from './object-storage.ts';

/*
 * Files of the shared bucket that everyone may read, all other keys being private:
 *
 *   public/_astro/<name>    hashed files of the live code
 *   public/images/<…>       pictures of vehicles that were asked for
 *
 * Below `public` a key is the path of the same file at the server, so that a CDN can ask the bucket first and, if the
 * bucket has no such file, the server.
 */
export const PUBLIC_PREFIX = 'public/';

/** @param path from a site's root, `/images/…` */
export const publicKeyOf = (path: string): string => `${PUBLIC_PREFIX}${path.slice(1)}`;

/** The headers that the server would send. @param path from a site's root */
export const publicHeadersOf = (path: string): FileHeaders => ({
  contentType: typeOf(path),
  cacheControl: cacheControl(path),
});
