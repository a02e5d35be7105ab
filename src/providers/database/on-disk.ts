import type { Database } from './database.ts';

/**
 * Resolves once all that was committed is on disk. To be awaited before a shopper reads that something is stored;
 * Postgres has done so by itself.
 * @throws what the disk says
 */
export async function onDisk(db: Database): Promise<void> {
  const { adapter } = db.getExecutor();
  if ('synced' in adapter && typeof adapter.synced === 'function') await adapter.synced();
}
