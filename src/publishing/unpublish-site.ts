import { liveSlugs, removePointer } from '#src/dealer-files/live-pointer.ts';
import { distFolder } from '#src/dealer-files/snapshot.ts';
import { withFolderLock } from './folder-lock.ts';

/**
 * Takes a site down and releases its hosts. Its releases stay until they are pruned; stock and leads stay in the
 * database.
 * @param slug without slashes or dots
 * @returns whether it was published
 * @throws FolderInUse while a build writes into the same folder
 */
export function unpublishSite(slug: string, outDir?: string): Promise<boolean> {
  const out = distFolder(outDir);
  return withFolderLock(out, async () => {
    if (!liveSlugs(out).includes(slug)) return false;
    removePointer(out, slug);
    return true;
  });
}
