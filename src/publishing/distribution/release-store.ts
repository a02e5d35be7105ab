import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { CodeSchema, PointerSchema } from '#src/dealer-files/release/current-release.ts';
import {
  codeEntry,
  codeFolder,
  isReleaseId,
  pagesFolder,
  RELEASE_FILE_MODE,
  releaseFile,
  releaseFolder,
} from '#src/dealer-files/release/release-folders.ts';
import { type ObjectStorage, PRIVATE_FILE, StorageError } from '#src/platform/storage/object-storage.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';
import { CONTENTS_FILE, lostPages } from '#src/publishing/release/dealer-release.ts';
import { CorruptPack, getPack, type PackContent, putPack } from './release-packs.ts';

/*
 * Releases of all machines, in the bucket of STORAGE_URL:
 *
 *   releases/live.json                    all that is live; replaced last
 *   releases/code/<id>.tar.zst            one code release
 *   releases/dealers/<slug>/<id>.json     settings and inputs of one release of a dealer, stored after its pack
 *   releases/dealers/<slug>/<id>.tar.zst  its pages, pictures and public files, with their hashes
 *
 * The build folder of a machine is a copy of these, as far as the machine has needed them.
 */

export const LIVE = 'releases/live.json';
const CODE = 'releases/code/';
const DEALERS = 'releases/dealers/';
const dealerPrefix = (slug: string) => `${DEALERS}${slug}/`;
const PACK = '.tar.zst';
const SETTINGS = '.json';

const FORMAT = 1;
/** By id: when it was replaced, ISO 8601. */
const RetiredSchema = v.record(v.string(), v.string());

const LiveSchema = v.object({
  format: v.literal(FORMAT),
  code: v.optional(v.omit(CodeSchema, ['format'])),
  dealers: v.record(v.string(), v.omit(PointerSchema, ['format', 'slug'])),
  /** Slugs of dealers that were taken down. */
  removed: v.array(v.string()),
  /** What was live before and is still stored. */
  retired: v.object({ code: RetiredSchema, dealers: v.record(v.string(), RetiredSchema) }),
});

/** Everything that is live, on all machines. */
export type LiveReleases = Omit<v.InferOutput<typeof LiveSchema>, 'format'>;

/** A release of a dealer. */
export type ReleaseName = { slug: string; id: string };

export const liveNames = ({ dealers }: Pick<LiveReleases, 'dealers'>): ReleaseName[] =>
  Object.entries(dealers).map(([slug, { release }]) => ({ slug, id: release }));

/** What is live is unknown. */
export class DamagedLive extends StorageError {
  readonly etag: string;
  constructor(storage: ObjectStorage, reason: string, etag: string) {
    super(`${storage.name}${LIVE} cannot be read: ${reason}. Build again: npm run build -- --all`);
    this.etag = etag;
  }
}

const hasOtherFormat = (value: unknown): boolean =>
  isJsonObject(value) && typeof value.format === 'number' && value.format !== FORMAT;

/**
 * @returns `unchanged` if it is that of `etag`; undefined if nothing was ever published
 * @throws DamagedLive; StorageError if another version has written it
 */
export async function readLive(
  storage: ObjectStorage,
  etag?: string,
): Promise<{ live: LiveReleases; etag: string } | 'unchanged' | undefined> {
  const found = await storage.getIfChanged(LIVE, etag);
  if (found === undefined || found === 'unchanged') return found;
  let value: unknown;
  try {
    value = JSON.parse(found.body.toString());
    const { format: _, ...live } = v.parse(LiveSchema, value);
    return { live, etag: found.etag };
  } catch (error) {
    if (hasOtherFormat(value))
      throw new StorageError(
        `${storage.name}${LIVE} was written by another version of Forecourt. Use that version.`,
      );
    throw new DamagedLive(storage, plainReason(error), found.etag);
  }
}

/**
 * @param etag of what it replaces; undefined if nothing was ever published
 * @throws ConditionFailed
 */
export const writeLive = (
  storage: ObjectStorage,
  live: LiveReleases,
  etag: string | undefined,
): Promise<void> =>
  storage.put(
    LIVE,
    Buffer.from(JSON.stringify({ format: FORMAT, ...live })),
    { ...PRIVATE_FILE, contentType: 'application/json' },
    etag === undefined ? { ifAbsent: true } : { ifMatch: etag },
  );

const settingsKey = ({ slug, id }: ReleaseName) => `${dealerPrefix(slug)}${id}${SETTINGS}`;
const packKey = ({ slug, id }: ReleaseName) => `${dealerPrefix(slug)}${id}${PACK}`;
const codeKey = (id: string) => `${CODE}${id}${PACK}`;

const packOf = (dist: string, release: ReleaseName): PackContent => ({
  key: packKey(release),
  into: releaseFolder(dist, release.slug, release.id),
  lostFile: (folder) => (existsSync(join(folder, CONTENTS_FILE)) ? lostPages(folder)[0] : undefined),
});

const codePackOf = (dist: string, id: string): PackContent => ({
  key: codeKey(id),
  into: codeFolder(dist, id),
  isWhole: true,
  lostFile: (folder) => (existsSync(join(folder, 'server', 'entry.mjs')) ? undefined : 'server/entry.mjs'),
});

/** Whether all of a release is in the bucket. */
export const isStored = async (storage: ObjectStorage, release: ReleaseName): Promise<boolean> => {
  const keys = [settingsKey(release), packKey(release)];
  return (await Promise.all(keys.map((key) => storage.head(key)))).every((found) => found !== undefined);
};

/** What a fetch finds to be lost or damaged is false; other errors reject. */
export const unlessCorrupt = (fetch: Promise<boolean>): Promise<boolean> =>
  fetch.catch((error: unknown) => {
    if (error instanceof CorruptPack) return false;
    throw error;
  });

const isSound = (storage: ObjectStorage, dist: string, pack: PackContent): Promise<boolean> =>
  unlessCorrupt(getPack(storage, dist, pack, { isTrial: true }));

const isJson = (body: Buffer): boolean => {
  try {
    return isJsonObject(JSON.parse(body.toString()));
  } catch {
    return false;
  }
};

/** As `isStored`, and can be read. */
export const isSoundInBucket = async (
  storage: ObjectStorage,
  dist: string,
  release: ReleaseName,
): Promise<boolean> => {
  const settings = await storage.get(settingsKey(release));
  return settings !== undefined && isJson(settings) && isSound(storage, dist, packOf(dist, release));
};

/**
 * Stores a release of the build folder, unless it is stored already.
 * @param options.isChecked replaces what is stored and damaged
 * @returns whether it was new
 */
export async function storeInBucket(
  storage: ObjectStorage,
  dist: string,
  release: ReleaseName,
  { isChecked = false } = {},
): Promise<boolean> {
  const isThere =
    (await isStored(storage, release)) && (!isChecked || (await isSoundInBucket(storage, dist, release)));
  if (isThere) return false;
  const folder = releaseFolder(dist, release.slug, release.id);
  const names = [CONTENTS_FILE, 'pages'].filter((name) => existsSync(join(folder, name)));
  await putPack(storage, packKey(release), { dist, folder, names });
  await storage.putFile(settingsKey(release), releaseFile(dist, release.slug, release.id), PRIVATE_FILE);
  return true;
}

/** As `storeInBucket`, of a code release. */
export async function storeCodeInBucket(
  storage: ObjectStorage,
  dist: string,
  id: string,
  { isChecked = false } = {},
): Promise<boolean> {
  const isThere =
    (await storage.head(codeKey(id))) !== undefined &&
    (!isChecked || (await isSound(storage, dist, codePackOf(dist, id))));
  if (isThere) return false;
  const folder = codeFolder(dist, id);
  const names = ['assets', 'code.json', 'server'].filter((name) => existsSync(join(folder, name)));
  await putPack(storage, codeKey(id), { dist, folder, names });
  return true;
}

/** Copies the settings of a release into the build folder. @returns false if the bucket has lost them */
export async function fetchSettings(
  storage: ObjectStorage,
  dist: string,
  release: ReleaseName,
): Promise<boolean> {
  const file = releaseFile(dist, release.slug, release.id);
  if (existsSync(file)) return true;
  const body = await storage.get(settingsKey(release));
  if (!body || !isJson(body)) return false;
  await mkdir(releaseFolder(dist, release.slug, release.id), { recursive: true });
  const unfinished = `${file}.${process.pid}.part`;
  await writeFile(unfinished, body, { mode: RELEASE_FILE_MODE });
  await rename(unfinished, file);
  return true;
}

export const hasPages = (dist: string, { slug, id }: ReleaseName): boolean =>
  existsSync(pagesFolder(dist, slug, id));

/** Copies the pages of a release into the build folder; they appear there at once. @returns false if it is not in the bucket. @throws CorruptPack */
export const fetchPages = async (
  storage: ObjectStorage,
  dist: string,
  release: ReleaseName,
): Promise<boolean> => hasPages(dist, release) || getPack(storage, dist, packOf(dist, release));

/** Copies a code release into the build folder. @returns false if it is not in the bucket. @throws CorruptPack */
export const fetchCode = async (storage: ObjectStorage, dist: string, id: string): Promise<boolean> =>
  existsSync(codeEntry(dist, id)) || getPack(storage, dist, codePackOf(dist, id));

const idOf = (key: string, prefix: string, suffix: string) => key.slice(prefix.length, -suffix.length);

/** Releases of a dealer in the bucket, newest first. */
export async function storedInBucket(
  storage: ObjectStorage,
  slug: string,
): Promise<{ id: string; storedAt: Date }[]> {
  const prefix = dealerPrefix(slug);
  const files = (await storage.list(prefix)).filter(({ key }) => key.endsWith(SETTINGS));
  return files
    .map(({ key, modifiedAt }) => ({ id: idOf(key, prefix, SETTINGS), storedAt: modifiedAt }))
    .filter(({ id }) => isReleaseId(id))
    .sort((a, b) => b.storedAt.getTime() - a.storedAt.getTime());
}

/** Packs whose settings were never stored, or are lost. */
export async function packsWithoutSettings(
  storage: ObjectStorage,
  slug: string,
): Promise<{ key: string; id: string; storedAt: Date }[]> {
  const files = await storage.list(dealerPrefix(slug));
  const settings = new Set(files.map(({ key }) => key).filter((key) => key.endsWith(SETTINGS)));
  return files
    .filter(({ key }) => key.endsWith(PACK) && !settings.has(key.slice(0, -PACK.length) + SETTINGS))
    .map(({ key, modifiedAt }) => ({
      key,
      id: idOf(key, dealerPrefix(slug), PACK),
      storedAt: modifiedAt,
    }));
}

/** Slugs of dealers with releases in the bucket. */
export const slugsInBucket = (storage: ObjectStorage): Promise<string[]> => storage.folders(DEALERS);

/** Code releases in the bucket. */
export const codeInBucket = async (storage: ObjectStorage): Promise<{ id: string; storedAt: Date }[]> =>
  (await storage.list(CODE)).map(({ key, modifiedAt }) => ({
    id: idOf(key, CODE, PACK),
    storedAt: modifiedAt,
  }));

export async function deleteFromBucket(storage: ObjectStorage, release: ReleaseName): Promise<void> {
  // Last of what was stored, first of what goes: it says that the release is whole.
  await storage.delete(settingsKey(release));
  await storage.delete(packKey(release));
}

export const deleteCodeFromBucket = (storage: ObjectStorage, id: string): Promise<void> =>
  storage.delete(codeKey(id));
