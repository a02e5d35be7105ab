import * as v from 'valibot';
import { SlugSchema } from '#src/config/sections/primitives.ts';
import { ASSETS_FOLDER } from '#src/server/http/file-headers.ts';
import { eachLimit } from './in-turn.ts';
import {
  holdsReleases,
  type Pointer,
  readManifest,
  readPointer,
  releaseIds,
  releasePrefix,
  releasesPrefix,
  restorePointer,
  writePointer,
} from './release-manifest.ts';
import { type Store, StoreError } from './store.ts';

/** Requests at once, in a store. */
export const AT_ONCE = 16;

const listed = (names: readonly string[]): string => (names.length > 0 ? names.join(', ') : 'none');

/** Slugs of the sites that are published, in order. The place may hold folders of others: `lost+found`, `logs`. */
export async function publishedSites(store: Store): Promise<string[]> {
  const names = (await store.folders('')).filter((name) => v.is(SlugSchema, name));
  const areSites = await Promise.all(names.map((name) => holdsReleases(store, name)));
  return names.filter((_, at) => areSites[at]).sort();
}

/** @throws StoreError that lists what is published here, if this site is not */
export async function siteMustExist(store: Store, site: string): Promise<void> {
  const files = await store.folders(`${site}/`);
  if (files.length > 0) return;
  const sites = await publishedSites(store);
  throw new StoreError(
    `Nothing of "${site}" is published at ${store.name}. Published there: ${listed(sites)}.`,
  );
}

/** @throws StoreError that lists the releases there are */
async function releaseMustExist(store: Store, site: string, release: string): Promise<void> {
  await siteMustExist(store, site);
  const ids = await releaseIds(store, site);
  if (ids.includes(release)) return;
  throw new StoreError(`"${site}" has no release "${release}" at ${store.name}. There is: ${listed(ids)}.`);
}

/**
 * Hashed files of the release that was live are added to the next: pages that are open still request them. The name of
 * a hashed file identifies its content, so that no release becomes a mixture.
 */
async function carryAssets(store: Store, site: string, from: string, to: string): Promise<void> {
  const manifest = await readManifest(store, site, from);
  if (!manifest) return;
  const target = releasePrefix(site, to);
  const present = new Set((await store.list(`${target}${ASSETS_FOLDER}/`)).map(({ key }) => key));
  const missing = Object.keys(manifest.files).filter(
    (key) => key.startsWith(`${ASSETS_FOLDER}/`) && !present.has(target + key),
  );
  await eachLimit(missing, AT_ONCE, async (key) => {
    await store.copy(releasePrefix(site, from) + key, target + key);
  });
}

/** What `expire` removed while it was made live would be a site without files: the release before stays live. */
async function undoIfRemoved(
  store: Store,
  site: string,
  release: string,
  was: Pointer | undefined,
): Promise<void> {
  if (await readManifest(store, site, release)) return;
  await restorePointer(store, site, was);
  const still = was ? `"${was.release}" is live as before.` : 'No release is live.';
  const ids = listed(await releaseIds(store, site));
  throw new StoreError(
    `Release "${release}" of "${site}" was removed from ${store.name} while it was made live, perhaps by "expire". ${still} Publish it again, or choose another. There is: ${ids}.`,
  );
}

/**
 * Makes a complete release live. The pointer is the last thing written; the one before stays for `rollbackSite`.
 * @throws StoreError for a release that is not there, or is removed meanwhile
 */
export async function promoteRelease(
  store: Store,
  site: string,
  release: string,
  now = new Date(),
): Promise<Pointer> {
  await releaseMustExist(store, site, release);
  const was = await readPointer(store, site);
  if (was && was.release !== release) await carryAssets(store, site, was.release, release);
  const before = was?.release === release ? was.before : was?.release;
  const pointer = { release, ...(before !== undefined && { before }), at: now.toISOString() };
  await writePointer(store, site, pointer);
  await undoIfRemoved(store, site, release, was);
  return pointer;
}

/**
 * Makes the release live that was so before. A second rollback undoes the first.
 * @throws StoreError where there is none
 */
export async function rollbackSite(store: Store, site: string, now = new Date()): Promise<Pointer> {
  await siteMustExist(store, site);
  const { before } = (await readPointer(store, site)) ?? {};
  if (before === undefined) {
    const ids = await releaseIds(store, site);
    throw new StoreError(`"${site}" had no other release live before. There is: ${listed(ids)}.`);
  }
  return promoteRelease(store, site, before, now);
}

export type PublishedRelease = {
  release: string;
  /** Id that the banner of a preview shows. */
  preview: string | undefined;
  publishedAt: string;
  state: 'live' | 'before' | '';
  files: number;
  bytes: number;
};

/** The complete releases of a site, newest first. */
export async function publishedReleases(store: Store, site: string): Promise<PublishedRelease[]> {
  await siteMustExist(store, site);
  const pointer = await readPointer(store, site);
  const found: PublishedRelease[] = [];
  await eachLimit(await releaseIds(store, site), AT_ONCE, async (release) => {
    const manifest = await readManifest(store, site, release);
    if (!manifest) return;
    const files = Object.values(manifest.files);
    const before = pointer?.before === release ? 'before' : '';
    found.push({
      release,
      preview: manifest.preview,
      publishedAt: manifest.publishedAt,
      state: pointer?.release === release ? 'live' : before,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    });
  });
  return found.sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
}

/** Releases whose files are there, complete or not. */
export const uploadedReleases = (store: Store, site: string): Promise<string[]> =>
  store.folders(releasesPrefix(site));
