import { readdirSync } from 'node:fs';
import { readPointer } from '#src/dealer-files/live-pointer.ts';
import { pagesFolder } from '#src/dealer-files/release-folders.ts';
import { readSnapshot } from '#src/dealer-files/snapshot.ts';
import type { DealerRelease } from './status-facts.ts';

function hasPages(dist: string, slug: string, id: string): boolean {
  try {
    return readdirSync(pagesFolder(dist, slug, id)).length > 0;
  } catch {
    return false;
  }
}

/**
 * What is published of a dealer, without judging its settings: whether they can be read and its folder has pages, but
 * not each of its files, of which a fleet has a million.
 * @returns undefined if it cannot be read which release is live
 */
export function dealerRelease(dist: string, slug: string): DealerRelease | undefined {
  const pointer = readPointer(dist, slug);
  if (!pointer || 'reason' in pointer) return undefined;
  const release = { id: pointer.release, publishedAt: pointer.at };
  const found = readSnapshot(dist, slug);
  if ('reason' in found) return { ...release, damage: `its settings cannot be read (${found.reason})` };
  return hasPages(dist, slug, release.id) ? release : { ...release, damage: 'its pages are gone' };
}
