import { rm } from 'node:fs/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { DAY_MS, HOUR_MS } from '#src/domain/duration.ts';
import { markErased } from '#src/providers/database/scrub-deleted.ts';
import { knownPhotos } from '#src/providers/database/trade-in-photos.ts';
import { deleteTradeIns, unfinishedTradeIns } from '#src/providers/database/trade-ins.ts';
import type { Services } from '../services.ts';
import { photoFilesBefore, removePhoto } from './photo-files.ts';

type Stores = Pick<Services, 'clock' | 'db'> & { dataDir: string };

/** A file is written before its row: a newer one may belong to a running upload. */
const STRAY_AFTER_MS = HOUR_MS;

/** Ids of a dealer's valuations without a lead that are past retention. */
export const abandonedTradeIns = (
  { clock, db }: Pick<Stores, 'clock' | 'db'>,
  { slug, tradeIn }: Pick<DealerConfig, 'slug' | 'tradeIn'>,
): Promise<string[]> => {
  const before = new Date(clock.now().getTime() - tradeIn.keepUnfinishedDays * DAY_MS);
  return unfinishedTradeIns(db, slug, before.toISOString());
};

/** Retention: deletes a dealer's valuations that never became a lead, with their photos and records. */
export async function deleteUnfinishedTradeIns(
  services: Stores,
  dealer: Pick<DealerConfig, 'slug' | 'tradeIn'>,
): Promise<{ tradeIns: number; photos: number }> {
  const { db, dataDir } = services;
  const ids = await abandonedTradeIns(services, dealer);
  if (ids.length === 0) return { tradeIns: 0, photos: 0 };
  const photos = await db.transaction().execute(async (tx) => {
    await markErased(tx);
    return deleteTradeIns(tx, ids);
  });
  for (const photo of photos) await removePhoto(dataDir, photo);
  return { tradeIns: ids.length, photos: photos.length };
}

/**
 * Removes photo files without a row, left by a crash between the two writes.
 * @returns how many
 */
export async function removeOrphanedPhotos({ clock, db, dataDir }: Stores): Promise<number> {
  const files = await photoFilesBefore(dataDir, new Date(clock.now().getTime() - STRAY_AFTER_MS));
  const known = new Set(
    await knownPhotos(
      db,
      files.map(({ photoId }) => photoId),
    ),
  );
  const stray = files.filter(({ photoId }) => !known.has(photoId));
  for (const { file } of stray) await rm(file, { force: true });
  return stray.length;
}
