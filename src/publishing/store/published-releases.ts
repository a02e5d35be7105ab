import * as v from 'valibot';
import { SlugSchema } from '#src/config/sections/setting-types.ts';
import { ASSETS_FOLDER } from '#src/platform/http/response-headers.ts';
import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import {
  CONTENT_ENCODINGS,
  type FileHeaders,
  type ObjectStorage,
  StorageError,
} from '#src/platform/storage/object-storage.ts';

/** Increase when older versions cannot read manifests or pointers. */
const FORMAT = 1;

/** Manifests and pointers must not be cached. */
export const RECORD_HEADERS: FileHeaders = { contentType: 'application/json', cacheControl: 'no-store' };

const FileSchema = v.object({
  bytes: v.number(),
  md5: v.string(),
  contentType: v.string(),
  cacheControl: v.string(),
  contentEncoding: v.optional(v.picklist(CONTENT_ENCODINGS)),
});
export type ManifestFile = v.InferOutput<typeof FileSchema>;

const ManifestSchema = v.object({
  format: v.literal(FORMAT),
  site: v.string(),
  release: v.string(),
  /** Id shown in a preview's banner. */
  preview: v.optional(v.string()),
  publishedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** By key relative to the release. */
  files: v.record(v.string(), FileSchema),
});
/** Contents of a release; if it exists, the release is complete. */
export type Manifest = Omit<v.InferOutput<typeof ManifestSchema>, 'format'>;

const PointerSchema = v.object({
  format: v.literal(FORMAT),
  release: v.string(),
  /** The previously live release, for `rollback`. */
  before: v.optional(v.string()),
  at: v.pipe(v.string(), v.isoTimestamp()),
});
/** The live release; a single object, so that switching is atomic. */
type Pointer = Omit<v.InferOutput<typeof PointerSchema>, 'format'>;

/** Ids are parts of keys and addresses. */
export const RELEASE_ID = /^[a-z0-9][a-z0-9._-]{0,79}$/i;

const MANIFESTS = 'manifests';
const releasesPrefix = (site: string) => `${site}/releases/`;
export const releasePrefix = (site: string, release: string) => `${releasesPrefix(site)}${release}/`;
const manifestsPrefix = (site: string) => `${site}/${MANIFESTS}/`;
export const manifestKey = (site: string, release: string) => `${manifestsPrefix(site)}${release}.json`;
const pointerKey = (site: string) => `${site}/live.json`;
/** Symbolic link in a folder. */
const linkKey = (site: string) => `${site}/live`;

const textOf = (value: object): Buffer => Buffer.from(`${JSON.stringify({ format: FORMAT, ...value })}\n`);

async function readRecord<T extends v.GenericSchema>(store: ObjectStorage, key: string, schema: T) {
  const content = await store.get(key);
  if (content === undefined) return undefined;
  try {
    return v.parse(schema, JSON.parse(content.toString()));
  } catch {
    throw new Error(
      `${store.name}: ${key} cannot be read; another version of Forecourt may have written it.`,
    );
  }
}

export const readManifest = (
  store: ObjectStorage,
  site: string,
  release: string,
): Promise<Manifest | undefined> => readRecord(store, manifestKey(site, release), ManifestSchema);

export const writeManifest = (store: ObjectStorage, manifest: Manifest): Promise<void> =>
  store.put(manifestKey(manifest.site, manifest.release), textOf(manifest), RECORD_HEADERS);

export const readPointer = (store: ObjectStorage, site: string): Promise<Pointer | undefined> =>
  readRecord(store, pointerKey(site), PointerSchema);

/** The pointer is written first: if the link fails, the previous release is still served, and `expire` keeps it. */
async function writePointer(store: ObjectStorage, site: string, pointer: Pointer): Promise<void> {
  await store.put(pointerKey(site), textOf(pointer), RECORD_HEADERS);
  await store.link(linkKey(site), releasePrefix(site, pointer.release));
}

/** Restores the pointer after a failed switch; a site that had none then has no live release. */
async function restorePointer(store: ObjectStorage, site: string, was: Pointer | undefined): Promise<void> {
  if (was) return writePointer(store, site, was);
  await store.delete(pointerKey(site));
  await store.delete(linkKey(site));
}

/** Links the live release of a folder according to the pointer. */
export async function linkLive(store: ObjectStorage, site: string): Promise<void> {
  const pointer = await readPointer(store, site);
  if (pointer) await store.link(linkKey(site), releasePrefix(site, pointer.release));
}

/** Whether a folder belongs to a site, with a pointer or a complete release; false if it cannot be read. */
async function holdsReleases(store: ObjectStorage, name: string): Promise<boolean> {
  try {
    if (await store.head(pointerKey(name))) return true;
    return (await store.folders(`${name}/`)).includes(MANIFESTS);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') return false;
    throw error;
  }
}

/** Ids of the complete releases of a site. */
export async function releaseIds(store: ObjectStorage, site: string): Promise<string[]> {
  const below = manifestsPrefix(site);
  const files = await store.list(below);
  return files.flatMap(({ key }) => (key.endsWith('.json') ? key.slice(below.length, -'.json'.length) : []));
}

/** Concurrent requests to a store. */
export const CONCURRENCY = 16;

const listed = (names: readonly string[]): string => (names.length > 0 ? names.join(', ') : 'none');

/** Slugs of published sites, sorted. The location may contain other folders: `lost+found`, `logs`. */
export async function publishedSites(store: ObjectStorage): Promise<string[]> {
  const names = (await store.folders('')).filter((name) => v.is(SlugSchema, name));
  const areSites = await Promise.all(names.map((name) => holdsReleases(store, name)));
  return names.filter((_, at) => areSites[at]).sort();
}

/** @throws StorageError that lists published sites, if this one is not */
export async function siteMustExist(store: ObjectStorage, site: string): Promise<void> {
  const files = await store.folders(`${site}/`);
  if (files.length > 0) return;
  const sites = await publishedSites(store);
  throw new StorageError(
    `Nothing of "${site}" is published at ${store.name}. Published there: ${listed(sites)}.`,
  );
}

/** @throws StorageError that lists existing releases */
async function releaseMustExist(store: ObjectStorage, site: string, release: string): Promise<void> {
  await siteMustExist(store, site);
  const ids = await releaseIds(store, site);
  if (ids.includes(release)) return;
  throw new StorageError(`"${site}" has no release "${release}" at ${store.name}. There is: ${listed(ids)}.`);
}

/**
 * Copies hashed files of the previously live release to the next one, because open pages still request them. Names
 * identify content, so releases do not get mixed.
 */
async function carryAssets(store: ObjectStorage, site: string, from: string, to: string): Promise<void> {
  const manifest = await readManifest(store, site, from);
  if (!manifest) return;
  const target = releasePrefix(site, to);
  const present = new Set((await store.list(`${target}${ASSETS_FOLDER}/`)).map(({ key }) => key));
  const missing = Object.keys(manifest.files).filter(
    (key) => key.startsWith(`${ASSETS_FOLDER}/`) && !present.has(target + key),
  );
  await forEachConcurrently(missing, CONCURRENCY, async (key) => {
    await store.copy(releasePrefix(site, from) + key, target + key);
  });
}

/** If `expire` removed the release while it went live, restores the previous one. */
async function undoIfRemoved(
  store: ObjectStorage,
  site: string,
  release: string,
  was: Pointer | undefined,
): Promise<void> {
  if (await readManifest(store, site, release)) return;
  await restorePointer(store, site, was);
  const still = was ? `"${was.release}" is live as before.` : 'No release is live.';
  const ids = listed(await releaseIds(store, site));
  throw new StorageError(
    `Release "${release}" of "${site}" was removed from ${store.name} while it was made live, perhaps by "expire". ${still} Publish it again, or choose another. There is: ${ids}.`,
  );
}

/**
 * Makes a complete release live. The pointer is written last, and the previous one is kept for `rollbackSite`.
 * @throws StorageError if the release does not exist or is removed concurrently
 */
export async function promoteRelease(
  store: ObjectStorage,
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
 * Makes the previously live release live again. A second rollback undoes the first.
 * @throws StorageError if there is none
 */
export async function rollbackSite(store: ObjectStorage, site: string, now = new Date()): Promise<Pointer> {
  await siteMustExist(store, site);
  const { before } = (await readPointer(store, site)) ?? {};
  if (before === undefined) {
    const ids = await releaseIds(store, site);
    throw new StorageError(`"${site}" had no other release live before. There is: ${listed(ids)}.`);
  }
  return promoteRelease(store, site, before, now);
}

type PublishedRelease = {
  release: string;
  /** Id shown in a preview's banner. */
  preview: string | undefined;
  publishedAt: string;
  state: 'live' | 'before' | '';
  files: number;
  bytes: number;
};

/** Complete releases of a site, newest first. */
export async function publishedReleases(store: ObjectStorage, site: string): Promise<PublishedRelease[]> {
  await siteMustExist(store, site);
  const pointer = await readPointer(store, site);
  const found: PublishedRelease[] = [];
  await forEachConcurrently(await releaseIds(store, site), CONCURRENCY, async (release) => {
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

/** Releases with files, complete or not. */
export const uploadedReleases = (store: ObjectStorage, site: string): Promise<string[]> =>
  store.folders(releasesPrefix(site));
