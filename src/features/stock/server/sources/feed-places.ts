import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { FeedLocations } from '#src/config/environment.ts';

/** Paths of what a dealer's feeds leave in DATA_DIR. */
export function feedFiles(dataDir: string, dealer: string) {
  const folder = join(dataDir, 'feeds');
  return {
    folder,
    /** The newest. */
    fetched: join(folder, `${dealer}.new`),
    /** The last one imported. */
    lastGood: join(folder, `${dealer}.last`),
    /** Of its archives. */
    photos: join(folder, `${dealer}.photos`),
    /** Posted, and not yet imported. */
    pushed: join(folder, `${dealer}.pushed`),
    /** Files of a server's folder that could not be imported. */
    failed: join(folder, `${dealer}.failed`),
  };
}

/** Folders of DATA_DIR that the application itself uses, and that contain no feeds. */
const OWN_FOLDERS: ReadonlySet<string> = new Set([
  'dist',
  'feeds',
  'images',
  'meilisearch',
  'sites',
  'trade-in-photos',
]);

/** Resolves symbolic links; unchanged if the file does not exist. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Path segments from a folder to a file inside it. */
function stepsBelow(folder: string, file: string): string[] | undefined {
  const steps = relative(realPath(folder), file).split(sep);
  return steps[0] === '' || steps[0] === '..' || steps.includes('..') ? undefined : steps;
}

/**
 * CFG-23: whether a dealer's feed may be located there: below the dealers folder, in a folder of DATA_DIR not used by
 * the application, or below a folder the operator allows. Symbolic links are resolved.
 * @param slug of the dealer, whose fetched feeds are in DATA_DIR
 */
export function isAllowedFeedPath(
  file: string,
  slug: string,
  { dealersDir, ...places }: FeedLocations & { dealersDir: string },
): boolean {
  const real = realPath(file);
  const inData = stepsBelow(places.DATA_DIR, real);
  const inDealers = stepsBelow(dealersDir, real);
  const own = feedFiles('', slug);
  if (places.FEED_FOLDERS.some((folder) => stepsBelow(folder, real))) return true;
  // If the folders are nested, the inner one decides.
  if (inDealers && (!inData || inDealers.length <= inData.length)) return true;
  if (!inData) return false;
  const steps = inData.join(sep);
  const isFetched = [own.fetched, own.lastGood].includes(steps) || steps.startsWith(`${own.pushed}${sep}`);
  return isFetched || (inData.length > 1 && !OWN_FOLDERS.has(inData[0] ?? ''));
}

/** Whether files of a folder may be read as feeds, see `isAllowedFeedPath`. */
export const isAllowedFeedFolder = (...[folder, ...where]: Parameters<typeof isAllowedFeedPath>): boolean =>
  isAllowedFeedPath(join(folder, 'feed'), ...where);

export const FEED_PLACE_REMEDY =
  'Move the feed below the dealers folder or into a folder of DATA_DIR, or have the operator list its folder in FEED_FOLDERS.';
