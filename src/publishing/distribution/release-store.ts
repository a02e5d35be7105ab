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
import { CONTENTS_FILE, lostPages } from '#src/publishing/release/dealer-release.ts';
import { getPack, putPack } from './release-packs.ts';

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

/** What the bucket has lost, or another version has written. */
const unreadable = (storage: ObjectStorage, key: string, reason: string) =>
  new StorageError(`${storage.name}${key} cannot be read: ${reason}. Build again: npm run build -- --all`);

/** @returns `unchanged` if it is that of `etag`; undefined if nothing was ever published */
export async function readLive(
  storage: ObjectStorage,
  etag?: string,
): Promise<{ live: LiveReleases; etag: string } | 'unchanged' | undefined> {
  const found = await storage.getIfChanged(LIVE, etag);
  if (found === undefined || found === 'unchanged') return found;
  try {
    const { format: _, ...live } = v.parse(LiveSchema, JSON.parse(found.body.toString()));
    return { live, etag: found.etag };
  } catch (error) {
    throw unreadable(storage, LIVE, plainReason(error));
  }
}

export const writeLive = (storage: ObjectStorage, live: LiveReleases): Promise<void> =>
  storage.put(LIVE, Buffer.from(JSON.stringify({ format: FORMAT, ...live })), {
    ...PRIVATE_FILE,
    contentType: 'application/json',
  });

const settingsKey = ({ slug, id }: ReleaseName) => `${dealerPrefix(slug)}${id}${SETTINGS}`;
const packKey = ({ slug, id }: ReleaseName) => `${dealerPrefix(slug)}${id}${PACK}`;
const codeKey = (id: string) => `${CODE}${id}${PACK}`;

/** Whether all of a release is in the bucket. */
export const isStored = async (storage: ObjectStorage, release: ReleaseName): Promise<boolean> =>
  (await storage.head(settingsKey(release))) !== undefined;

/** Stores a release of the build folder, unless it is stored already. @returns whether it was new */
export async function storeInBucket(
  storage: ObjectStorage,
  dist: string,
  release: ReleaseName,
): Promise<boolean> {
  if (await isStored(storage, release)) return false;
  const folder = releaseFolder(dist, release.slug, release.id);
  const names = [CONTENTS_FILE, 'pages'].filter((name) => existsSync(join(folder, name)));
  await putPack(storage, packKey(release), { dist, folder, names });
  await storage.putFile(settingsKey(release), releaseFile(dist, release.slug, release.id), PRIVATE_FILE);
  return true;
}

/** As `storeInBucket`, of a code release. */
export async function storeCodeInBucket(storage: ObjectStorage, dist: string, id: string): Promise<boolean> {
  if ((await storage.head(codeKey(id))) !== undefined) return false;
  const folder = codeFolder(dist, id);
  const names = ['assets', 'code.json', 'server'].filter((name) => existsSync(join(folder, name)));
  await putPack(storage, codeKey(id), { dist, folder, names });
  return true;
}

/** Copies the settings of a release into the build folder. @returns false if it is not in the bucket */
export async function fetchSettings(
  storage: ObjectStorage,
  dist: string,
  release: ReleaseName,
): Promise<boolean> {
  const file = releaseFile(dist, release.slug, release.id);
  if (existsSync(file)) return true;
  const body = await storage.get(settingsKey(release));
  if (!body) return false;
  await mkdir(releaseFolder(dist, release.slug, release.id), { recursive: true });
  const unfinished = `${file}.${process.pid}.part`;
  await writeFile(unfinished, body, { mode: RELEASE_FILE_MODE });
  await rename(unfinished, file);
  return true;
}

export const hasPages = (dist: string, { slug, id }: ReleaseName): boolean =>
  existsSync(pagesFolder(dist, slug, id));

/** Copies the pages of a release into the build folder; they appear there at once. @returns false if it is not in the bucket */
export const fetchPages = async (
  storage: ObjectStorage,
  dist: string,
  release: ReleaseName,
): Promise<boolean> =>
  hasPages(dist, release) ||
  getPack(storage, packKey(release), {
    dist,
    into: releaseFolder(dist, release.slug, release.id),
    check(folder) {
      const lost = existsSync(join(folder, CONTENTS_FILE)) ? lostPages(folder) : [];
      if (lost.length > 0) throw unreadable(storage, packKey(release), `${lost[0]} is not whole`);
    },
  });

/** Copies a code release into the build folder. @returns false if it is not in the bucket */
export const fetchCode = async (storage: ObjectStorage, dist: string, id: string): Promise<boolean> =>
  existsSync(codeEntry(dist, id)) ||
  getPack(storage, codeKey(id), { dist, into: codeFolder(dist, id), isWhole: true });

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
