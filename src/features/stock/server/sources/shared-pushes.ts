import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import {
  acceptPush,
  allPushRows,
  deletePush,
  insertArrivingPush,
  type PushedFeedRow,
  waitingPushRows,
} from '#src/features/stock/server/queries/pushed-feed-queries.ts';
import { type ObjectStorage, PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { hashOfFile } from './feed-folder.ts';
import { feedFiles } from './feed-places.ts';
import { putFailed } from './settled-files.ts';
import type { SourceResponse } from './source-response.ts';

/** With a bucket: any machine takes a body, and any other imports it. */
export type SharedPushes = Pick<Services, 'db' | 'env' | 'clock'> & { storage: ObjectStorage };

const keyOf = ({ dealer, id }: Pick<PushedFeedRow, 'dealer' | 'id'>): string =>
  join(feedFiles('', dealer).pushed, id);

/** The object first: a row without one is noticed, an object without a row is not. */
async function remove({ db, storage }: SharedPushes, row: PushedFeedRow): Promise<void> {
  await storage.delete(keyOf(row));
  await deletePush(db, row.id);
}

/** Bodies that wait or arrive. Those of processes that ended while they arrived are removed. */
export async function sharedPushRows(places: SharedPushes, dealer: string): Promise<PushedFeedRow[]> {
  const rows = await allPushRows(places.db, dealer);
  const before = new Date(places.clock.now().getTime() - HOUR_MS).toISOString();
  const dead = new Set(rows.filter((row) => row.accepted_at === null && row.arrived_at < before));
  for (const row of dead) await remove(places, row);
  return rows.filter((row) => !dead.has(row));
}

/** Once this has returned, the body outlives this machine. @throws StorageError */
export async function storeSharedPush(
  { db, storage, clock }: SharedPushes,
  row: Pick<PushedFeedRow, 'id' | 'dealer' | 'bytes'>,
  file: string,
): Promise<void> {
  await insertArrivingPush(db, { ...row, arrived_at: clock.now().toISOString() });
  await storage.putFile(keyOf(row), file, PRIVATE_FILE);
  await acceptPush(db, row, clock.now());
}

/** As `readPushed`. @throws StorageError */
export async function readSharedPush(
  places: SharedPushes,
  slug: string,
  { mode }: Pick<FeedConfig, 'mode'>,
): Promise<SourceResponse> {
  const { storage, env, clock } = places;
  const rows = await waitingPushRows(places.db, slug);
  const isFull = mode === 'full';
  const row = isFull ? rows.at(-1) : rows[0];
  if (!row) return { kind: 'nothing' };
  const file = join(feedFiles(env.DATA_DIR, slug).pushed, row.id);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  if (!(await storage.getFile(keyOf(row), file))) {
    // Its process ended after it had removed the object.
    await remove(places, row);
    return readSharedPush(places, slug, { mode });
  }
  return {
    ...{ kind: 'fetched', file, bytes: row.bytes, hash: await hashOfFile(file) },
    ...{ etag: null, lastModified: null, hasMore: !isFull && rows.length > 1, isReadOnce: true },
    async settle(result) {
      if (result.kind === 'failed' && existsSync(file)) {
        const why = result.why.replaceAll(file, row.id);
        const at = clock.now();
        const failure = { slug, why, comesIn: 'post it again', at };
        await putFailed(storage, `${dirname(keyOf(row))}/failed/`, { file, name: basename(file) }, failure);
      }
      await rm(file, { force: true });
      for (const each of isFull ? rows : [row]) await remove(places, each);
    },
  };
}
