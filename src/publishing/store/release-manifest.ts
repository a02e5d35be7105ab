import * as v from 'valibot';
import { CONTENT_ENCODINGS } from './encode-body.ts';
import type { FileHeaders, Store } from './store.ts';

/** Raised when older versions could no longer read a manifest or a pointer. */
const FORMAT = 1;

/** Manifests and pointers are for programs: never from a cache. */
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
  /** Id that the banner of a preview shows. */
  preview: v.optional(v.string()),
  publishedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** By key below the release's prefix. */
  files: v.record(v.string(), FileSchema),
});
/** What a release consists of; its being there means that every file of it is. */
export type Manifest = Omit<v.InferOutput<typeof ManifestSchema>, 'format'>;

const PointerSchema = v.object({
  format: v.literal(FORMAT),
  release: v.string(),
  /** The release that was live before, for `rollback`. */
  before: v.optional(v.string()),
  at: v.pipe(v.string(), v.isoTimestamp()),
});
/** Which release is live: one object, so that a change is seen wholly or not at all. */
export type Pointer = Omit<v.InferOutput<typeof PointerSchema>, 'format'>;

/** Ids are parts of keys and addresses. */
export const RELEASE_ID = /^[a-z0-9][a-z0-9._-]{0,79}$/i;

const MANIFESTS = 'manifests';
export const releasesPrefix = (site: string) => `${site}/releases/`;
export const releasePrefix = (site: string, release: string) => `${releasesPrefix(site)}${release}/`;
const manifestsPrefix = (site: string) => `${site}/${MANIFESTS}/`;
export const manifestKey = (site: string, release: string) => `${manifestsPrefix(site)}${release}.json`;
const pointerKey = (site: string) => `${site}/live.json`;
/** The link of a folder. */
const linkKey = (site: string) => `${site}/live`;

const textOf = (value: object): Buffer => Buffer.from(`${JSON.stringify({ format: FORMAT, ...value })}\n`);

async function readRecord<T extends v.GenericSchema>(store: Store, key: string, schema: T) {
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

export const readManifest = (store: Store, site: string, release: string): Promise<Manifest | undefined> =>
  readRecord(store, manifestKey(site, release), ManifestSchema);

export const writeManifest = (store: Store, manifest: Manifest): Promise<void> =>
  store.put(manifestKey(manifest.site, manifest.release), textOf(manifest), RECORD_HEADERS);

export const readPointer = (store: Store, site: string): Promise<Pointer | undefined> =>
  readRecord(store, pointerKey(site), PointerSchema);

/** The pointer first: if the link is missing, the release before is still served, and `expire` spares it. */
export async function writePointer(store: Store, site: string, pointer: Pointer): Promise<void> {
  await store.put(pointerKey(site), textOf(pointer), RECORD_HEADERS);
  await store.link(linkKey(site), releasePrefix(site, pointer.release));
}

/** Puts a pointer back as it was before a switch; a site that had none has no live release then. */
export async function restorePointer(store: Store, site: string, was: Pointer | undefined): Promise<void> {
  if (was) return writePointer(store, site, was);
  await store.delete(pointerKey(site));
  await store.delete(linkKey(site));
}

/** Lets the link of a folder lead to the live release, as the pointer says. */
export async function linkLive(store: Store, site: string): Promise<void> {
  const pointer = await readPointer(store, site);
  if (pointer) await store.link(linkKey(site), releasePrefix(site, pointer.release));
}

/** Whether a folder is one of a site, with a pointer or a complete release; one that may not be read is not. */
export async function holdsReleases(store: Store, name: string): Promise<boolean> {
  try {
    if (await store.head(pointerKey(name))) return true;
    return (await store.folders(`${name}/`)).includes(MANIFESTS);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') return false;
    throw error;
  }
}

/** Ids of the complete releases of a site. */
export async function releaseIds(store: Store, site: string): Promise<string[]> {
  const below = manifestsPrefix(site);
  const files = await store.list(below);
  return files.flatMap(({ key }) => (key.endsWith('.json') ? key.slice(below.length, -'.json'.length) : []));
}
