import { createHash } from 'node:crypto';
import { mkdir, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { presentRecordsOf } from '#src/features/stock/server/queries/import-queries.ts';
import {
  deletePicture,
  listPictures,
  type PictureRow,
  unwantedPictures,
  updatePicture,
} from '#src/features/stock/server/queries/picture-queries.ts';
import { allPictures } from '#src/features/vehicle/media/vehicle-media.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { imageFolders, originalFile, originalOf } from '#src/platform/images/image-store.ts';
import { renditionPrefix } from '#src/platform/images/image-url.ts';
import { originalKey } from '#src/platform/images/picture-files.ts';
import type { PictureResponse, PictureSource } from '#src/platform/images/picture-source.ts';
import { type ObjectStorage, PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { replaceFile } from '#src/platform/storage/replace-file.ts';
import { DAY_MS, HOUR_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';

/** Pictures are revalidated after this time. */
const CHECK_AGAIN_AFTER_MS = DAY_MS;

const FIRST_PAUSE_MS = HOUR_MS / 4;
const PAUSE_GROWTH = 4;
const MAX_PAUSE_MS = 2 * DAY_MS;

/** Retry delay of a failed picture: 15 minutes, one hour, four, … two days. */
export const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * PAUSE_GROWTH ** (attempts - 1), MAX_PAUSE_MS);

export type FetchOutcome =
  | { kind: 'new'; version: number }
  | { kind: 'unchanged' }
  | Extract<PictureResponse, { kind: 'failed' }>;

const checked = async (answer: PictureResponse): Promise<PictureResponse> => {
  if (answer.kind !== 'fetched') return answer;
  // Feeds without new pictures need no decoder.
  const { refusePicture } = await import('#src/platform/images/encode-image.ts');
  const refusal = await refusePicture(answer.bytes);
  return refusal === undefined ? answer : { kind: 'failed', reason: refusal };
};

/**
 * Fetches a picture and records the result. An existing original is kept if fetching fails.
 * @throws only disk and database errors
 */
export async function fetchOriginal(
  { db, storage, clock, env }: Pick<Services, 'db' | 'storage' | 'clock' | 'env'>,
  source: PictureSource,
  row: PictureRow,
): Promise<FetchOutcome> {
  const file = join(imageFolders(env.DATA_DIR).originalsFolder, originalFile(row.id));
  // A question to the bucket for each picture, every day, would cost more than the pictures.
  const isStored = storage
    ? row.content_hash !== null
    : ((await stat(file).catch(() => undefined))?.isFile() ?? false);
  const seen = { etag: row.etag, lastModified: row.last_modified };
  const answer = await checked(await source.fetch(row.url, isStored ? seen : undefined));
  const after = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

  if (answer.kind === 'failed') {
    const attempts = row.attempts + 1;
    await updatePicture(db, row.id, {
      ...{ state: isStored ? 'ready' : 'failed', attempts, last_error: answer.reason },
      next_attempt_at: after(pauseAfter(attempts)),
    });
    return answer;
  }
  const well = {
    state: 'ready',
    attempts: 0,
    last_error: null,
    next_attempt_at: after(CHECK_AGAIN_AFTER_MS),
  };
  if (answer.kind === 'unchanged') {
    await updatePicture(db, row.id, well);
    return answer;
  }
  const { bytes, etag, lastModified } = answer;
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  const isSame = contentHash === row.content_hash;
  if (!isSame || !isStored) {
    if (storage) await storage.put(originalKey(row.id), bytes, PRIVATE_FILE);
    else {
      await mkdir(dirname(file), { recursive: true });
      await replaceFile(file, bytes);
    }
  }
  const version = isSame ? row.version : row.version + 1;
  await updatePicture(db, row.id, {
    ...{ ...well, version, etag },
    ...{ content_hash: contentHash, last_modified: lastModified },
  });
  if (storage && !isSame && version > 1) await deleteRenditions(storage, row.id);
  return isSame && isStored ? { kind: 'unchanged' } : { kind: 'new', version };
}

/** Of all versions; those of the present one are made again. */
async function deleteRenditions(storage: ObjectStorage, id: string): Promise<void> {
  for (const { key } of await storage.list(renditionPrefix(id))) await storage.delete(key);
}

const KEPT_UNWANTED_MS = 90 * DAY_MS;

/**
 * Deletes fetched originals unused for 90 days, with their renditions. Pictures of vehicles in stock are in use, even if
 * no feed has named them recently.
 * @returns number deleted
 */
export async function forgetPictures(
  services: Pick<Services, 'db' | 'storage' | 'clock' | 'env'>,
  dealer: string,
): Promise<number> {
  const { db, storage, clock, env } = services;
  const now = clock.now();
  const since = new Date(now.getTime() - KEPT_UNWANTED_MS).toISOString();
  const unwanted = listPictures(env.DATA_DIR);
  try {
    for await (const ids of unwantedPictures(db, dealer, since)) for (const id of ids) unwanted.add(id);
    if (unwanted.count() === 0) return 0;
    for await (const records of presentRecordsOf(db, dealer))
      for (const { record } of records)
        for (const { id } of allPictures(JSON.parse(record) as Vehicle))
          if (unwanted.remove(id)) await updatePicture(db, id, { last_wanted_at: now.toISOString() });
    const { originalsFolder, cacheFolder } = imageFolders(env.DATA_DIR);
    for await (const { name } of await opendir(cacheFolder).catch(() => []))
      if (unwanted.has(originalOf(name))) await rm(join(cacheFolder, name), { force: true });
    for (const id of unwanted.all()) {
      if (storage) {
        await deleteRenditions(storage, id);
        await storage.delete(originalKey(id));
      } else await rm(join(originalsFolder, originalFile(id)), { force: true });
      await deletePicture(db, id, since);
    }
    return unwanted.count();
  } finally {
    unwanted.close();
  }
}
