import { existsSync, renameSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { liveSlugs, readPointer, removePointer } from '#src/dealer-files/release/current-release.ts';
import {
  allReleases,
  codeEntry,
  codeFolders,
  type DealerRelease,
  isReleaseId,
  pagesFolder,
  readReleaseFile,
  releaseFolder,
  releaseFolders,
} from '#src/dealer-files/release/release-folders.ts';
import { dealerOfRelease, distFolder, readSnapshots } from '#src/dealer-files/release/snapshot.ts';
import { filesUnder, linkTree } from '#src/platform/storage/file-tree.ts';
import { releaseId } from '#src/publishing/build/complete-sites.ts';
import { COMPRESSED_SUFFIXES } from '#src/publishing/build/compress-files.ts';
import { failureText, refuseTakenHosts } from '#src/publishing/build/failed-site.ts';
import { renderSites } from '#src/publishing/build/render-sites.ts';
import { changeReleases, type SharedReleases } from '#src/publishing/distribution/change-releases.ts';
import { loadPages } from '#src/publishing/page-bundle.ts';
import { findLiveCode, readLiveCode, serverSource, serverSourceOf, storedCode } from './code-release.ts';
import {
  FORMER_RELEASES,
  goLive,
  isWhole,
  type Pruned,
  readContents,
  storedReleases,
  storeRelease,
} from './dealer-release.ts';
import { codeInForce, type Used, usedByServers } from './running-servers.ts';

const withCopies = (name: string) => [name, ...COMPRESSED_SUFFIXES.map((suffix) => name + suffix)];

/** Id of the release once its pages are rendered with the current code. */
const idInForce = (out: string, { slug, inputs }: DealerRelease): string =>
  releaseId(slug, { ...inputs, code: codeInForce(out, readLiveCode(out).code) });

/**
 * Returns the release itself if its pages were rendered with the current code, or else stores a copy with the same
 * settings, pictures and public files and new pages. Does not make it live. The current code is the live code unless
 * servers refuse it.
 * @throws Error with the remedy if that code cannot render it
 */
async function withCodeInForce(out: string, release: DealerRelease): Promise<DealerRelease> {
  const code = codeInForce(out, readLiveCode(out).code);
  if (release.code === code) return release;
  const { slug } = release;
  const inputs = { ...release.inputs, code };
  const id = idInForce(out, release);
  const rebuilt = { ...release, id, code, inputs, createdAt: new Date().toISOString() };
  if (isWhole(out, slug, id)) return rebuilt;
  const other = `Release ${release.id} of "${slug}" was built with other code (${release.code}) than the one in force (${code})`;
  const contents = readContents(out, slug, release.id);
  if (!contents) throw new Error(`${other}, and its files are not complete.`);
  const dealer = dealerOfRelease(rebuilt);
  if (typeof dealer === 'string') throw new Error(`${other}, which cannot read its settings: ${dealer}.`);
  if ((await serverSourceOf(out, code)) !== serverSource()) {
    throw new Error(
      `${other}, so its pages have to be rendered again, but the source in this folder is not that of this code. Run this where the code was built, or build first: npm run build -- ${slug}`,
    );
  }
  const staging = join(out, '.staging');
  await rm(staging, { recursive: true, force: true });
  try {
    const { failed } = await renderSites([dealer], await loadPages(codeEntry(out, code)), staging);
    const [failure] = failed;
    if (failure) throw new Error(`${other}. ${failureText(failure)}`);
    const from = join(staging, slug);
    const rendered = filesUnder(from);
    const ofOldCode = new Set([...contents.rendered, ...rendered].flatMap(withCopies));
    linkTree(pagesFolder(out, slug, release.id), from, (name) => !ofOldCode.has(name));
    await storeRelease(out, { from, rendered }, rebuilt);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return rebuilt;
}

/** The message lists existing releases. */
class UnknownRelease extends Error {
  override name = 'UnknownRelease';
}

async function unknown(out: string, slug: string, what: string): Promise<UnknownRelease> {
  const ids = (await storedReleases(out, slug)).map(({ id }) => id);
  const there = ids.length > 0 ? `There are, newest first: ${ids.join(', ')}.` : 'It has no releases.';
  return new UnknownRelease(`${what} ${there}`);
}

/** @throws UnknownRelease */
async function find(
  out: string,
  slug: string,
  id: string,
  shared: SharedReleases | undefined,
): Promise<DealerRelease> {
  await shared?.fetchSettings(slug);
  if (isReleaseId(id)) await shared?.fetch([{ slug, id }]);
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
  /** Id of the live release. */
  release: string;
  /** Requested id, if its pages were rendered again with the live code. */
  rebuiltFrom?: string;
  /** Whether it was live before. */
  isUnchanged: boolean;
};

async function makeLive(
  out: string,
  wanted: DealerRelease,
  { isReturn, shared }: { isReturn: boolean; shared: SharedReleases | undefined },
): Promise<Switched> {
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
  await shared?.store([release], release.code);
  goLive(out, slug, release.id, isReturn ? wanted.id : undefined);
  const isRebuilt = release.id !== wanted.id;
  return { release: release.id, isUnchanged: false, ...(isRebuilt && { rebuiltFrom: wanted.id }) };
}

/**
 * Makes a stored release of a dealer live.
 * @throws UnknownRelease; FolderInUse while another process builds
 */
export const publishRelease = (out: string, slug: string, id: string): Promise<Switched> =>
  changeReleases(out, async (shared) =>
    makeLive(out, await find(out, slug, id, shared), { isReturn: false, shared }),
  );

/** Whether the live release is this one with pages rendered again, as after an upgrade. */
function isLiveRebuild(out: string, slug: string, id: string, live: string): boolean {
  const release = readReleaseFile(out, slug, id);
  return !('reason' in release) && idInForce(out, release) === live;
}

/**
 * Rolls back to the given release, or to the previous one that does not differ by code alone.
 * @throws UnknownRelease; FolderInUse while another process builds
 */
export const rollBack = (out: string, slug: string, id?: string): Promise<Switched> =>
  changeReleases(out, async (shared) => {
    await shared?.fetchSettings(slug);
    const pointer = readPointer(out, slug);
    const live = pointer && 'release' in pointer ? pointer : undefined;
    const before = live?.earlier.filter((each) => existsSync(releaseFolder(out, slug, each))) ?? [];
    const wanted = id ?? before.find((each) => !live || !isLiveRebuild(out, slug, each, live.release));
    if (wanted === undefined)
      throw await unknown(out, slug, `No release of "${slug}" was live before this one.`);
    return makeLive(out, await find(out, slug, wanted, shared), { isReturn: true, shared });
  });

/** Prefix of folders being removed; not a valid id. */
const TRASH_PREFIX = '.going-';

/** Renamed first, so that a killed prune leaves no partial release. */
async function remove(folder: string, name: string): Promise<void> {
  const removable = join(folder, `${TRASH_PREFIX}${name}`);
  renameSync(join(folder, name), removable);
  await rm(removable, { recursive: true, force: true });
}

async function removeRemains(folder: string): Promise<void> {
  const remains = (await readdir(folder)).filter((name) => name.startsWith(TRASH_PREFIX));
  for (const name of remains) await rm(join(folder, name), { recursive: true, force: true });
}

/** Slugs of dealers with stored releases. */
export async function slugsWithReleases(out: string): Promise<string[]> {
  const folder = allReleases(out);
  return existsSync(folder) ? (await readdir(folder)).filter((name) => !name.startsWith('.')).sort() : [];
}

async function pruneDealer(out: string, slug: string, used: readonly Used[]): Promise<string[]> {
  const releases = await storedReleases(out, slug);
  const pointer = readPointer(out, slug);
  // If the pointer is unreadable, the live release is unknown.
  if (pointer && 'reason' in pointer) return [];
  const before = pointer?.earlier.find((id) => existsSync(releaseFolder(out, slug, id)));
  const stay = new Set([
    ...releases.slice(0, FORMER_RELEASES).map(({ id }) => id),
    pointer?.release,
    before,
    ...used.map(({ releases: ids }) => ids[slug]),
  ]);
  const removable = releases.map(({ id }) => id).filter((id) => !stay.has(id));
  for (const id of removable) await remove(releaseFolders(out, slug), id);
  if (existsSync(releaseFolders(out, slug))) await removeRemains(releaseFolders(out, slug));
  return removable;
}

async function pruneCode(out: string, used: readonly Used[]): Promise<string[]> {
  const all = await storedCode(out);
  if (all.length < 2) return [];
  const stay = new Set([findLiveCode(out)?.code, ...used.map(({ code }) => code)]);
  for (const slug of await slugsWithReleases(out))
    for (const { code } of await storedReleases(out, slug)) stay.add(code);
  const going = all.filter((code) => !stay.has(code));
  for (const code of going) await remove(codeFolders(out), code);
  await removeRemains(codeFolders(out));
  return going;
}

/**
 * Removes old releases, except the live one, the previous one, the newest (FORMER_RELEASES) and those in use by running
 * servers, and the code releases that none of the remaining ones was built with.
 */
export async function pruneReleases(out: string, slugs: readonly string[]): Promise<Pruned> {
  const used = usedByServers(out);
  const releases: Record<string, string[]> = {};
  for (const slug of slugs) releases[slug] = await pruneDealer(out, slug, used);
  return { releases, code: await pruneCode(out, used) };
}

/**
 * Takes a site down and frees its hosts. Its releases are kept until pruned; stock and leads stay in the database.
 * @param slug without slashes or dots
 * @returns whether it was published
 * @throws FolderInUse while a build writes into the same folder
 */
export function unpublishSite(slug: string, outDir?: string): Promise<boolean> {
  const out = distFolder(outDir);
  return changeReleases(out, async () => {
    if (!liveSlugs(out).includes(slug)) return false;
    removePointer(out, slug);
    return true;
  });
}
