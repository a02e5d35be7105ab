import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '#src/domain/duration.ts';
import { everyPicture } from '#src/domain/vehicle/pictures.ts';
import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';
import { deletePicture, unwantedPictures, updatePicture } from '#src/providers/database/pictures.ts';
import { presentRecords } from '#src/providers/database/vehicle-records.ts';
import type { Services } from '../services.ts';
import { imageFolders, originalFile } from './image-folders.ts';
import { originalOf } from './rendition-cache.ts';

const KEPT_UNWANTED_MS = 90 * DAY_MS;

/** Pictures of vehicles in stock are in use, even if no feed has named them recently. */
async function shownPictures({ db }: Pick<Services, 'db'>, dealer: string): Promise<Set<string>> {
  const records = await presentRecords(db, dealer);
  return new Set(
    records.flatMap(({ record }) => everyPicture(JSON.parse(record) as Vehicle).map(({ id }) => id)),
  );
}

/**
 * Deletes fetched originals that were unused for 90 days, with their renditions.
 * @returns how many
 */
export async function forgetPictures(
  services: Pick<Services, 'db' | 'clock' | 'env'>,
  dealer: string,
): Promise<number> {
  const { db, clock, env } = services;
  const now = clock.now();
  const since = new Date(now.getTime() - KEPT_UNWANTED_MS).toISOString();
  const unwanted = await unwantedPictures(db, dealer, since);
  if (unwanted.length === 0) return 0;
  const shown = await shownPictures(services, dealer);
  for (const id of unwanted.filter((each) => shown.has(each))) {
    await updatePicture(db, id, { last_wanted_at: now.toISOString() });
  }
  const gone = new Set(unwanted.filter((id) => !shown.has(id)));
  const { originalsFolder, cacheFolder } = imageFolders(env.DATA_DIR);
  for (const name of await readdir(cacheFolder).catch(() => [])) {
    if (gone.has(originalOf(name))) await rm(join(cacheFolder, name), { force: true });
  }
  for (const id of gone) {
    await rm(join(originalsFolder, originalFile(id)), { force: true });
    await deletePicture(db, id, since);
  }
  return gone.size;
}
