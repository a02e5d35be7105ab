import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { distFolder, readSnapshots, removeSnapshot } from '#src/dealer-files/snapshot.ts';
import { SITES_FOLDER } from '#src/server/http/static-files.ts';
import { withFolderLock } from './folder-lock.ts';

/** Slugs of the sites in a build's output, also of those without a record of their settings. */
function isPublished(out: string, slug: string): boolean {
  const { published, unreadable } = readSnapshots(out);
  return (
    [...published, ...unreadable].some((each) => each.slug === slug) ||
    existsSync(join(out, SITES_FOLDER, slug))
  );
}

/**
 * Takes a site down: releases its hosts and deletes its pages. Stock and leads stay in the database.
 * @param slug without slashes or dots
 * @returns whether it was published
 * @throws FolderInUse while a build writes into the same folder
 */
export function unpublishSite(slug: string, outDir?: string): Promise<boolean> {
  const out = distFolder(outDir);
  return withFolderLock(out, async () => {
    if (!isPublished(out, slug)) return false;
    // The settings are removed first: an interruption leaves pages without a host.
    removeSnapshot(out, slug);
    rmSync(join(out, SITES_FOLDER, slug), { recursive: true, force: true });
    return true;
  });
}
