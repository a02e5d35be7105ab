import * as v from 'valibot';
import { type ObjectStorage, PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { PERSONAL_PREFIXES } from './lasting-files.ts';

/** In the backup: when each file was first missed in the source, by key. */
const REMOVED = 'removed.json';
/** A record that cannot be read delays deletions; it must not end them. */
const RemovedSchema = v.fallback(
  v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.pipe(v.string(), v.isoTimestamp()))),
  {},
);

async function personalKeys(storage: ObjectStorage): Promise<string[]> {
  const lists = await Promise.all(PERSONAL_PREFIXES.map((prefix) => storage.list(prefix)));
  return lists.flat().map(({ key }) => key);
}

/**
 * Deletes photos of valuations and feeds from a backup, `days` after they were first missed in its source: an erasure
 * reaches the backup, and a mistake is noticed before.
 * @returns the number deleted
 * @throws StorageError
 */
export async function expireRemoved(
  source: ObjectStorage,
  backup: ObjectStorage,
  { now, days }: { now: Date; days: number },
): Promise<number> {
  // Before the source, so that what arrives in between is not missed.
  const saved = await personalKeys(backup);
  const present = new Set(await personalKeys(source));
  const before = v.parse(RemovedSchema, (await backup.get(REMOVED))?.toString());
  const removed: Record<string, string> = {};
  let deleted = 0;
  for (const key of saved) {
    if (present.has(key)) continue;
    const since = before[key] ?? now.toISOString();
    if (now.getTime() - Date.parse(since) < days * DAY_MS) removed[key] = since;
    else {
      await backup.delete(key);
      deleted += 1;
    }
  }
  await backup.put(REMOVED, Buffer.from(JSON.stringify(removed)), PRIVATE_FILE);
  return deleted;
}
