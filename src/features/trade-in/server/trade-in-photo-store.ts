import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { photoPath } from '#src/features/trade-in/trade-in-endpoints.ts';
import { markErased } from '#src/platform/database/engines/file-upkeep.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { type FilePlaces, PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { stageFile } from '#src/platform/storage/replace-file.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { DAY_MS, HOUR_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import {
  deleteTradeIns,
  isPhotoOfDealer,
  referencedPhotos,
  unfinishedTradeIns,
} from './queries/trade-in-queries.ts';

const folderOf = (dataDir: string): string => join(dataDir, 'trade-in-photos');
const EXTENSION = '.webp';

const photoFile = (dataDir: string, id: string): string => join(folderOf(dataDir), `${id}${EXTENSION}`);

/** In a bucket, where they have no copy on any machine: what is erased there is gone. */
const PREFIX = 'trade-in-photos/';
const photoKey = (id: string): string => `${PREFIX}${id}${EXTENSION}`;

/** Photos are personal data, readable only by the server's user. */
const MODE = 0o600;

/** A stored photo that is not part of a valuation yet. */
export type StagedPhoto = {
  id: string;
  bytes: number;
  /** Moves it to its final path, atomically; in a bucket it is there. */
  keep(): Promise<void>;
  /** Removes it unless `keep` was called; in a bucket, `removeOrphanedPhotos` does. */
  discard(): Promise<void>;
};

/** Writes to a unique name, so that two uploads of the same photo do not conflict. */
export async function stagePhoto(
  { dataDir, storage }: FilePlaces,
  id: string,
  bytes: Buffer,
): Promise<StagedPhoto> {
  if (storage) {
    await storage.put(photoKey(id), bytes, PRIVATE_FILE);
    // Another upload of the same photo may have the row, so that a refused one does not delete the object.
    return { id, bytes: bytes.length, keep: async () => {}, discard: async () => {} };
  }
  const file = photoFile(dataDir, id);
  await mkdir(dirname(file), { recursive: true });
  const { commit, discard } = await stageFile(file, (handle) => handle.writeFile(bytes), { mode: MODE });
  return { id, bytes: bytes.length, keep: commit, discard };
}

export const removePhoto = ({ dataDir, storage }: FilePlaces, id: string): Promise<void> =>
  storage ? storage.delete(photoKey(id)) : rm(photoFile(dataDir, id), { force: true });

const photoIdOf = (name: string) => (name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : name);

type PhotoFile = {
  photoId: string;
  /** @returns false if it was written again meanwhile */
  remove: () => Promise<boolean>;
};

/** Files written before an instant, including incomplete ones. */
async function photoFilesBefore({ dataDir, storage }: FilePlaces, before: Date): Promise<PhotoFile[]> {
  if (storage) {
    const objects = (await storage.list(PREFIX)).filter(({ modifiedAt }) => modifiedAt < before);
    return objects.map(({ key }) => ({
      photoId: photoIdOf(key.slice(PREFIX.length)),
      async remove() {
        const found = await storage.head(key);
        if (!found || found.modifiedAt >= before) return false;
        await storage.delete(key);
        return true;
      },
    }));
  }
  const names = await readdir(folderOf(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found: PhotoFile[] = [];
  for (const name of names) {
    const file = join(folderOf(dataDir), name);
    // The file may have been removed meanwhile.
    const written = await stat(file).catch(() => undefined);
    if (!written || written.mtimeMs >= before.getTime()) continue;
    found.push({ photoId: photoIdOf(name), remove: () => rm(file, { force: true }).then(() => true) });
  }
  return found;
}

/** The validity of photo links. */
export const PHOTO_LINK_DAYS = 30;
const DAY_S = 86_400;

const seal = (secret: string, dealer: string, id: string, until: number): string =>
  createHmac('sha256', secret).update(`trade-in-photo\n${dealer}\n${id}\n${until}`).digest('base64url');

type Signed = { secret: string; now: Date };

/** A signed link to one photo that expires. */
export function photoLink(dealer: DealerConfig, id: string, { secret, now }: Signed): string {
  const until = Math.floor(now.getTime() / 1000) + PHOTO_LINK_DAYS * DAY_S;
  const query = new URLSearchParams({ until: String(until), seal: seal(secret, dealer.slug, id, until) });
  return `${canonicalOrigin(dealer)}${photoPath(id)}?${query}`;
}

/** Verifies the signature and expiry of a link by `photoLink`. */
function isPhotoLink(dealer: string, id: string, query: URLSearchParams, { secret, now }: Signed): boolean {
  const until = query.get('until') ?? '';
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 < now.getTime()) return false;
  const expected = Buffer.from(seal(secret, dealer, id, Number(until)));
  const given = Buffer.from(query.get('seal') ?? '');
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const PHOTO_ID = /^[\da-f-]{36}$/;

const notFound = () =>
  errorResponse(404, 'unknown_photo', 'There is no such photo, or its link has expired.');

/** Handles `GET /api/trade-in-photos/{id}`: requires the signed link, on the dealer's own site. */
export async function showPhoto(
  { db, env, storage, clock, log }: Pick<Services, 'db' | 'env' | 'storage' | 'clock' | 'log'>,
  { slug }: Pick<DealerConfig, 'slug'>,
  id: string,
  query: URLSearchParams,
): Promise<Response> {
  const signed = { secret: env.SITE_SECRET, now: clock.now() };
  if (!PHOTO_ID.test(id) || !isPhotoLink(slug, id, query, signed)) return notFound();
  if (!(await isPhotoOfDealer(db, slug, id))) return notFound();
  let bytes: Buffer | undefined;
  try {
    bytes = await (storage
      ? storage.get(photoKey(id))
      : readFile(photoFile(env.DATA_DIR, id)).catch(() => undefined));
  } catch (error) {
    log.error({ reason: plainReason(error) }, 'a photo of a valuation could not be read');
    return errorResponse(
      503,
      'photo_unavailable',
      'The photo cannot be read at the moment. Try again later.',
    );
  }
  if (!bytes) return notFound();
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'image/webp',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': "default-src 'none'",
      'X-Robots-Tag': 'noindex',
    },
  });
}

type Stores = Pick<Services, 'clock' | 'db'> & FilePlaces;

/** Files are written before their rows, so newer ones may belong to a running upload. */
const ORPHANED_AFTER_MS = HOUR_MS;

/** Ids of valuations without a lead past the retention period. */
export const abandonedTradeIns = (
  { clock, db }: Pick<Stores, 'clock' | 'db'>,
  { slug, tradeIn }: Pick<DealerConfig, 'slug' | 'tradeIn'>,
): Promise<string[]> => {
  const before = new Date(clock.now().getTime() - tradeIn.keepUnfinishedDays * DAY_MS);
  return unfinishedTradeIns(db, slug, before.toISOString());
};

/** Retention: deletes valuations without a lead, with their photos and records. */
export async function deleteUnfinishedTradeIns(
  services: Stores,
  dealer: Pick<DealerConfig, 'slug' | 'tradeIn'>,
): Promise<{ tradeIns: number; photos: number }> {
  const { db } = services;
  const ids = await abandonedTradeIns(services, dealer);
  if (ids.length === 0) return { tradeIns: 0, photos: 0 };
  const photos = await db.transaction().execute(async (tx) => {
    await markErased(tx);
    return deleteTradeIns(tx, ids);
  });
  for (const photo of photos) await removePhoto(services, photo);
  return { tradeIns: ids.length, photos: photos.length };
}

/**
 * Removes photo files without a row, left by a crash.
 * @returns the number removed
 */
export async function removeOrphanedPhotos({ clock, db, ...places }: Stores): Promise<number> {
  const files = await photoFilesBefore(places, new Date(clock.now().getTime() - ORPHANED_AFTER_MS));
  const referenced = new Set(
    await referencedPhotos(
      db,
      files.map(({ photoId }) => photoId),
    ),
  );
  const orphaned = files.filter(({ photoId }) => !referenced.has(photoId));
  let removed = 0;
  for (const { remove } of orphaned) if (await remove()) removed += 1;
  return removed;
}
