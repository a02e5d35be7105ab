import { lookup } from 'mrmime';
import { RENDITIONS_FOLDER } from '#src/config/public/site-picture.ts';
import { IMAGES_PATH } from '#src/domain/image/image-url.ts';

/** Hashed files of a site: a name never changes its content. */
export const ASSETS_FOLDER = '_astro';

/** Of an address whose content never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Pages are revalidated by ETag each time, so a publication is visible immediately. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/** A dealer's picture keeps its address when it changes: the new one shows within an hour, or at the next visit. */
const HOUR = 'public, max-age=3600, stale-while-revalidate=86400';

/** How long a published file is cached, wherever it is served from. @param path from the site's root, `/about-us` */
export const cacheControl = (path: string): string => {
  // The address of a vehicle's picture has its version.
  if (path.startsWith(`/${ASSETS_FOLDER}/`) || path.startsWith(IMAGES_PATH)) return IMMUTABLE;
  return path.startsWith(`/${RENDITIONS_FOLDER}/`) ? HOUR : REVALIDATE;
};

/** Browsers accept speculation rules only with this type. */
const SPECULATION_RULES = '/speculation-rules.json';

/** The content type of a file by its name. */
export function typeOf(path: string): string {
  if (path.endsWith(SPECULATION_RULES)) return 'application/speculationrules+json';
  const named = lookup(path) ?? 'application/octet-stream';
  return named === 'text/html' ? 'text/html;charset=utf-8' : named;
}
