import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { MAX_FEED_BYTES } from '#src/features/stock/parsing/feed-content.ts';
import { lastPushTimes } from '#src/features/stock/server/queries/pushed-feed-queries.ts';
import { syncFolderOf, UNFINISHED } from '#src/platform/storage/replace-file.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { hashOfFile } from './feed-folder.ts';
import { feedFiles } from './feed-places.ts';
import { explainFailure, moveInto } from './settled-files.ts';
import { readSharedPush, type SharedPushes, sharedPushRows, storeSharedPush } from './shared-pushes.ts';
import type { SourceResponse } from './source-response.ts';

type PushServices = Pick<Services, 'db' | 'storage' | 'clock' | 'env'>;

const sharedOf = ({ storage, ...services }: PushServices): SharedPushes | undefined =>
  storage && { ...services, storage };

/** What waits to be imported, of one dealer. */
const MAX_WAITING = 1000;
/** With bodies that are arriving. */
const MAX_WAITING_BYTES = 2 * MAX_FEED_BYTES;
/** Bodies that could not be imported, for people to look at. */
const MAX_FAILED = 50;

/** `1790000000000-0f3a…`: when it was accepted, in ms, and its id. */
const NAME = /^(\d{13})-[0-9a-f]{32}$/;

const timeOf = (name: string): number => Number(NAME.exec(name)?.[1] ?? 0);

/** Names of bodies that wait, the oldest first. */
export function waitingPushes(dataDir: string, slug: string): string[] {
  const { pushed } = feedFiles(dataDir, slug);
  if (!existsSync(pushed)) return [];
  return readdirSync(pushed)
    .filter((name) => NAME.test(name))
    .sort();
}

/** When the newest was accepted of those that wait, by dealer. @param dealers who take posted feeds */
export async function lastPushes(
  { db, storage, env }: Pick<PushServices, 'db' | 'storage' | 'env'>,
  dealers: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (dealers.length === 0) return new Map();
  if (storage) return lastPushTimes(db);
  return new Map(
    dealers.flatMap((slug) => {
      const at = lastPushAt(env.DATA_DIR, slug);
      return at ? [[slug, at] as const] : [];
    }),
  );
}

function lastPushAt(dataDir: string, slug: string): Date | undefined {
  const newest = waitingPushes(dataDir, slug).at(-1);
  return newest === undefined ? undefined : new Date(timeOf(newest));
}

/** Of processes that ended while a body arrived. */
function removeUnfinished(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(UNFINISHED)) continue;
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stats && now - stats.mtimeMs > HOUR_MS) rmSync(join(folder, name), { force: true });
  }
}

/** Whether so much waits that no more is accepted. */
export async function isPushedFull(services: PushServices, slug: string): Promise<boolean> {
  const shared = sharedOf(services);
  if (shared) {
    const rows = await sharedPushRows(shared, slug);
    return rows.length >= MAX_WAITING || rows.reduce((sum, { bytes }) => sum + bytes, 0) >= MAX_WAITING_BYTES;
  }
  const dataDir = services.env.DATA_DIR;
  const { pushed } = feedFiles(dataDir, slug);
  if (!existsSync(pushed)) return false;
  const names = waitingPushes(dataDir, slug);
  if (names.length >= MAX_WAITING) return true;
  removeUnfinished(pushed, Date.now());
  const arriving = readdirSync(pushed).filter((name) => name.endsWith(UNFINISHED));
  const sizes = [...names, ...arriving].map(
    (name) => statSync(join(pushed, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0) >= MAX_WAITING_BYTES;
}

export type PushOutcome = { kind: 'stored'; id: string } | { kind: 'empty' } | { kind: 'too_large' };

/**
 * FEED-11: stores a posted feed; once this has returned `stored`, it is on the disk and outlives the process, or in the
 * bucket and outlives the machine.
 * @throws what the body throws, or StorageError; nothing is accepted then
 */
export async function storePush(
  services: PushServices,
  slug: string,
  body: AsyncIterable<Buffer>,
): Promise<PushOutcome> {
  const { env, clock } = services;
  const { pushed } = feedFiles(env.DATA_DIR, slug);
  mkdirSync(pushed, { recursive: true, mode: 0o700 });
  const unfinished = join(pushed, `${randomUUID()}${UNFINISHED}`);
  let bytes = 0;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > MAX_FEED_BYTES) return { kind: 'too_large' };
        await file.writeFile(chunk);
      }
      if (bytes === 0) return { kind: 'empty' };
      await file.sync();
    } finally {
      await file.close();
    }
    const id = randomBytes(16).toString('hex');
    const shared = sharedOf(services);
    if (shared) {
      await storeSharedPush(shared, { id, dealer: slug, bytes }, unfinished);
      return { kind: 'stored', id };
    }
    // Named once it is whole, after all that wait: that is the order of import.
    const last = lastPushAt(env.DATA_DIR, slug)?.getTime() ?? 0;
    const at = Math.max(clock.now().getTime(), last + 1);
    const stored = join(pushed, `${at}-${id}`);
    await rename(unfinished, stored);
    await syncFolderOf(stored);
    return { kind: 'stored', id };
  } finally {
    await rm(unfinished, { force: true });
  }
}

function keepFailed(folder: string): void {
  const stated = readdirSync(folder).map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }));
  const oldest = stated.sort((a, b) => b.at - a.at).slice(2 * MAX_FAILED);
  for (const { name } of oldest) rmSync(join(folder, name), { force: true });
}

/** The next of the bodies that wait: of a full feed the newest, of a feed of changes the oldest. */
export async function readPushed(
  services: PushServices,
  { slug }: Pick<DealerConfig, 'slug'>,
  feed: Pick<FeedConfig, 'mode'>,
): Promise<SourceResponse> {
  const shared = sharedOf(services);
  if (shared) return readSharedPush(shared, slug, feed);
  const { env, clock } = services;
  const { pushed } = feedFiles(env.DATA_DIR, slug);
  const names = waitingPushes(env.DATA_DIR, slug);
  const isFull = feed.mode === 'full';
  const name = isFull ? names.at(-1) : names[0];
  if (name === undefined) return { kind: 'nothing' };
  const file = join(pushed, name);
  return {
    ...{ kind: 'fetched', file, bytes: statSync(file).size, hash: await hashOfFile(file) },
    ...{ etag: null, lastModified: null, hasMore: !isFull && names.length > 1, isReadOnce: true },
    settle(result) {
      if (result.kind === 'failed') {
        const failed = join(pushed, 'failed');
        const why = result.why.replaceAll(file, name);
        const at = clock.now();
        explainFailure(moveInto(failed, file, at), { slug, why, comesIn: 'post it again', at });
        keepFailed(failed);
      }
      for (const each of isFull ? names : [name]) rmSync(join(pushed, each), { force: true });
    },
  };
}
