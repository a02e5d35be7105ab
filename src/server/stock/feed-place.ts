import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { FeedPlaces } from '#src/config/environment.ts';

/** Folders of DATA_DIR that Forecourt itself writes, and whose files are no feeds. */
const OWN_FOLDERS: ReadonlySet<string> = new Set([
  'dist',
  'feeds',
  'images',
  'meilisearch',
  'sites',
  'trade-in-photos',
]);

/** The path that is really opened; of a file that is not there, the path as it is. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** The steps from a folder to a file below it. */
function stepsBelow(folder: string, file: string): string[] | undefined {
  const steps = relative(realPath(folder), file).split(sep);
  return steps[0] === '' || steps[0] === '..' || steps.includes('..') ? undefined : steps;
}

/**
 * CFG-23: whether the feed of a dealer may lie there: below the dealers folder, in a folder of DATA_DIR that holds
 * nothing else of the installation, or below a folder the operator allows. Symbolic links count as what they lead to.
 * @param slug of the dealer, whose fetched feeds are in DATA_DIR
 */
export function isFeedPlace(
  file: string,
  slug: string,
  { dealersDir, ...places }: FeedPlaces & { dealersDir: string },
): boolean {
  const real = realPath(file);
  const inData = stepsBelow(places.DATA_DIR, real);
  const inDealers = stepsBelow(dealersDir, real);
  const fetched = join('feeds', slug);
  if (places.FEED_FOLDERS.some((folder) => stepsBelow(folder, real))) return true;
  // Of two folders, one in the other, the inner one decides.
  if (inDealers && (!inData || inDealers.length <= inData.length)) return true;
  if (!inData) return false;
  const isFetched = [`${fetched}.new`, `${fetched}.last`].includes(inData.join(sep));
  return isFetched || (inData.length > 1 && !OWN_FOLDERS.has(inData[0] ?? ''));
}

export const FEED_PLACE_REMEDY =
  'Move the feed below the dealers folder or into a folder of DATA_DIR, or have the operator list its folder in FEED_FOLDERS.';
