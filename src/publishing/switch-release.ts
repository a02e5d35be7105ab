import { existsSync } from 'node:fs';
import { readPointer } from '#src/dealer-files/live-pointer.ts';
import { type DealerRelease, readReleaseFile } from '#src/dealer-files/release-file.ts';
import { isReleaseId, releaseFolder } from '#src/dealer-files/release-folders.ts';
import { dealerOfRelease, readSnapshots } from '#src/dealer-files/snapshot.ts';
import { goLive, storedReleases } from './dealer-release.ts';
import { failureText } from './failed-site.ts';
import { withFolderLock } from './folder-lock.ts';
import { idInForce, withCodeInForce } from './rebuild-release.ts';
import { isWhole } from './release-contents.ts';
import { refuseTakenHosts } from './taken-hosts.ts';

/** There is no such release. Its message names those there are. */
export class UnknownRelease extends Error {
  override name = 'UnknownRelease';
}

async function unknown(out: string, slug: string, what: string): Promise<UnknownRelease> {
  const ids = (await storedReleases(out, slug)).map(({ id }) => id);
  const there = ids.length > 0 ? `There are, newest first: ${ids.join(', ')}.` : 'It has no releases.';
  return new UnknownRelease(`${what} ${there}`);
}

/** @throws UnknownRelease */
async function find(out: string, slug: string, id: string): Promise<DealerRelease> {
  const isThere = isReleaseId(id) && existsSync(releaseFolder(out, slug, id));
  if (!isThere) throw await unknown(out, slug, `"${slug}" has no release "${id}".`);
  const release = readReleaseFile(out, slug, id);
  if ('reason' in release) throw new Error(`Release ${id} of "${slug}" cannot be read: ${release.reason}.`);
  if (!isWhole(out, slug, id))
    throw new Error(
      `Release ${id} of "${slug}" has lost files. Build it again from its settings, or choose another.`,
    );
  return release;
}

export type Switched = {
  /** Id of the release that is live now. */
  release: string;
  /** Id that was asked for, where its pages had to be rendered again with the live code. */
  rebuiltFrom?: string;
  /** Whether it was live before. */
  isUnchanged: boolean;
};

async function makeLive(out: string, wanted: DealerRelease, isReturn: boolean): Promise<Switched> {
  const { slug } = wanted;
  const pointer = readPointer(out, slug);
  const live = pointer && 'release' in pointer ? pointer.release : undefined;
  if (live === wanted.id) return { release: live, isUnchanged: true };
  const release = await withCodeInForce(out, wanted);
  if (live === release.id) return { release: live, isUnchanged: true };
  const dealer = dealerOfRelease(release);
  if (typeof dealer === 'string')
    throw new Error(`This version cannot read the settings of release ${release.id}: ${dealer}.`);
  const [refused] = refuseTakenHosts([dealer], readSnapshots(out));
  if (refused) throw new Error(failureText(refused));
  goLive(out, slug, release.id, isReturn ? wanted.id : undefined);
  const isRebuilt = release.id !== wanted.id;
  return { release: release.id, isUnchanged: false, ...(isRebuilt && { rebuiltFrom: wanted.id }) };
}

/**
 * Makes a stored release of a dealer the live one.
 * @throws UnknownRelease; FolderInUse while another process builds
 */
export const publishRelease = (out: string, slug: string, id: string): Promise<Switched> =>
  withFolderLock(out, async () => makeLive(out, await find(out, slug, id), false));

/** Whether the live release is this one, rendered again with the code in force: an upgrade leaves such a pair behind. */
function isLiveAgain(out: string, slug: string, id: string, live: string): boolean {
  const release = readReleaseFile(out, slug, id);
  return !('reason' in release) && idInForce(out, release) === live;
}

/**
 * Returns to the release that was live before, leaving out those that differ from the live one by the code alone, or to
 * the one of this id.
 * @throws UnknownRelease; FolderInUse while another process builds
 */
export const rollBack = (out: string, slug: string, id?: string): Promise<Switched> =>
  withFolderLock(out, async () => {
    const pointer = readPointer(out, slug);
    const live = pointer && 'release' in pointer ? pointer : undefined;
    const before = live?.earlier.filter((each) => existsSync(releaseFolder(out, slug, each))) ?? [];
    const wanted = id ?? before.find((each) => !live || !isLiveAgain(out, slug, each, live.release));
    if (wanted === undefined)
      throw await unknown(out, slug, `No release of "${slug}" was live before this one.`);
    return makeLive(out, await find(out, slug, wanted), true);
  });
