import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import type { Services } from '#src/server/services.ts';
import { feedFiles } from './feed-places.ts';

type Places = Pick<Services, 'env' | 'storage'>;

const pathOf = ({ env }: Places, dealer: string): string => feedFiles(env.DATA_DIR, dealer).lastGood;
const keyOf = (dealer: string): string => feedFiles('', dealer).lastGood;

/** Whether a feed of this dealer was ever imported. @throws StorageError */
export async function hasLastGood(places: Places, dealer: string): Promise<boolean> {
  const { storage } = places;
  if (storage) return (await storage.head(keyOf(dealer))) !== undefined;
  return existsSync(pathOf(places, dealer));
}

/** Makes an imported file the last good one; it is gone from its place. @throws StorageError */
export async function storeLastGood(places: Places, dealer: string, file: string): Promise<void> {
  const { storage } = places;
  if (!storage) return renameSync(file, pathOf(places, dealer));
  await storage.putFile(keyOf(dealer), file, PRIVATE_FILE);
  await rm(file, { force: true });
}

/**
 * Runs `work` on the last good feed.
 * @returns undefined if there is none
 * @throws StorageError, and what `work` throws
 */
export async function withLastGood<T>(
  places: Places,
  dealer: string,
  work: (file: string) => Promise<T>,
): Promise<T | undefined> {
  const { storage, env } = places;
  const file = pathOf(places, dealer);
  if (!storage) return existsSync(file) ? work(file) : undefined;
  mkdirSync(feedFiles(env.DATA_DIR, dealer).folder, { recursive: true });
  if (!(await storage.getFile(keyOf(dealer), file))) return undefined;
  return work(file).finally(() => rm(file, { force: true }));
}
