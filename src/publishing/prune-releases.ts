import { existsSync, renameSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPointer } from '#src/dealer-files/live-pointer.ts';
import {
  allReleases,
  codeFolders,
  releaseFolder,
  releaseFolders,
} from '#src/dealer-files/release-folders.ts';
import { findLiveCode, storedCode } from './code-release.ts';
import { storedReleases } from './dealer-release.ts';
import { type Used, usedByServers } from './running-servers.ts';

/** As many releases of a dealer stay, besides the live one, the one before it and those that servers use. */
export const RELEASES_KEPT = 5;

/** A folder that is being removed: its new name is no id. */
const GOING = '.going-';

/** A killed prune leaves no half release: the folder loses its name first. */
async function remove(folder: string, name: string): Promise<void> {
  const going = join(folder, `${GOING}${name}`);
  renameSync(join(folder, name), going);
  await rm(going, { recursive: true, force: true });
}

async function removeRemains(folder: string): Promise<void> {
  const remains = (await readdir(folder)).filter((name) => name.startsWith(GOING));
  for (const name of remains) await rm(join(folder, name), { recursive: true, force: true });
}

/** Slugs of the dealers that have releases, live or not. */
export async function slugsWithReleases(out: string): Promise<string[]> {
  const folder = allReleases(out);
  return existsSync(folder) ? (await readdir(folder)).filter((name) => !name.startsWith('.')).sort() : [];
}

async function pruneDealer(out: string, slug: string, used: readonly Used[]): Promise<string[]> {
  const releases = await storedReleases(out, slug);
  const pointer = readPointer(out, slug);
  // A pointer that cannot be read says nothing of what is live.
  if (pointer && 'reason' in pointer) return [];
  const before = pointer?.earlier.find((id) => existsSync(releaseFolder(out, slug, id)));
  const stay = new Set([
    ...releases.slice(0, RELEASES_KEPT).map(({ id }) => id),
    pointer?.release,
    before,
    ...used.map(({ releases: ids }) => ids[slug]),
  ]);
  const going = releases.map(({ id }) => id).filter((id) => !stay.has(id));
  for (const id of going) await remove(releaseFolders(out, slug), id);
  if (existsSync(releaseFolders(out, slug))) await removeRemains(releaseFolders(out, slug));
  return going;
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

export type Pruned = {
  /** Ids of removed releases, by slug. */
  releases: Record<string, string[]>;
  /** Ids of removed code releases. */
  code: string[];
};

/**
 * Removes releases that no one returns to. The live one, the one before it, the newest (NEWEST_THAT_STAY) and those that
 * running servers use stay, and the code that one of the releases was built with.
 */
export async function pruneReleases(out: string, slugs: readonly string[]): Promise<Pruned> {
  const used = usedByServers(out);
  const releases: Record<string, string[]> = {};
  for (const slug of slugs) releases[slug] = await pruneDealer(out, slug, used);
  return { releases, code: await pruneCode(out, used) };
}
