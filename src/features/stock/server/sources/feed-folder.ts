import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import type { FeedSeen } from '#src/features/stock/parsing/feed-content.ts';
import { feedFile } from '#src/features/stock/server/reading/read-feed.ts';
import { feedFilesAmong } from '#src/features/stock/server/reading/unpack-feed.ts';
import type { Services } from '#src/server/services.ts';
import { feedFiles, isAllowedFeedFolder } from './feed-places.ts';
import { isUnfinished, oldestFirst } from './newest-file.ts';
import { explainFailure, moveInto } from './settled-files.ts';
import { type SourceOptions, type SourceResponse, STABLE_AFTER_MS } from './source-response.ts';

const isStable = ({ mtimeMs }: Stats): boolean => Math.abs(Date.now() - mtimeMs) >= STABLE_AFTER_MS;
const versionOf = ({ mtimeMs, size, ino }: Stats): string => `${mtimeMs}-${size}-${ino}`;

/** A feed at one path, which stays there. */
export function readLocalFile(
  feed: FeedConfig,
  seen: FeedSeen,
  { dealersDir, isByHand }: Pick<SourceOptions, 'dealersDir' | 'isByHand'>,
): SourceResponse {
  const file = feedFile(feed, dealersDir);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return { kind: 'failed', code: 'no_file' };
  if (!isByHand && !isStable(stats)) return { kind: 'failed', code: 'being_written' };
  const etag = `${stats.mtimeMs}-${stats.size}`;
  if (seen.etag === etag) return { kind: 'unchanged' };
  return { kind: 'fetched', file, bytes: stats.size, hash: null, etag, lastModified: null };
}

/** Hash of a file that is read, or copied, as a stream. */
export async function hashOfFile(file: string, copy?: string): Promise<string> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  if (copy === undefined) await pipeline(createReadStream(file), hash);
  else await pipeline(createReadStream(file), hashing, createWriteStream(copy, { mode: 0o600, flush: true }));
  return hash.digest('hex');
}

/** @throws if the process may not list the folder or move its files */
function filesIn(folder: string, feed: FeedConfig, dryRun: boolean | undefined) {
  accessSync(folder, dryRun ? constants.R_OK : constants.R_OK | constants.W_OK);
  // Links could lead out of the folder.
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const wanted = feedFilesAmong(
    names.map(({ name }) => name).filter((name) => !isUnfinished(name)),
    feed,
  );
  const found = wanted.flatMap((name) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats ? [{ name, stats, modifiedAt: stats.mtime }] : [];
  });
  return oldestFirst(found, feed.newest);
}

const FOLDER_CODES: Readonly<Record<string, string>> = {
  ENOENT: 'no_folder',
  ENOTDIR: 'no_folder',
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  EROFS: 'no_permission',
  ENOSPC: 'not_stored',
  EDQUOT: 'not_stored',
};

/**
 * FEED-10: the next file of a folder that a supplier fills, as a copy. Of a full feed the newest counts, and those
 * before it are done with it; of a feed of changes the oldest is the next.
 */
export async function readFolder(
  { env, clock }: Pick<Services, 'env' | 'clock'>,
  { slug }: Pick<DealerConfig, 'slug'>,
  feed: FeedConfig & { folder: string },
  options: SourceOptions,
): Promise<SourceResponse> {
  const { dealersDir, isByHand, dryRun, limits } = options;
  const folder = isAbsolute(feed.folder) ? feed.folder : resolve(dealersDir, feed.folder);
  if (!isAllowedFeedFolder(folder, slug, { ...env, dealersDir }))
    return { kind: 'failed', code: 'folder_not_allowed' };
  try {
    const files = filesIn(folder, feed, dryRun);
    const isFull = feed.mode === 'full';
    const next = isFull ? files.at(-1) : files[0];
    if (!next) return { kind: 'nothing' };
    const superseded = isFull ? files.slice(0, -1) : [];
    if (!isByHand && !isStable(next.stats)) return { kind: 'failed', code: 'being_written' };
    const file = join(folder, next.name);
    const fail = (why: string) => {
      const comesIn = `put it into ${folder}`;
      explainFailure(moveInto(join(folder, 'failed'), file), { slug, why, comesIn, at: clock.now() });
    };
    const settleOlder = () => {
      for (const { name } of superseded) moveInto(join(folder, 'done'), join(folder, name));
    };
    if (limits && next.stats.size > limits.maxBytes) {
      if (!dryRun) fail(`${next.name}: the file is too large. Ask the supplier to split the feed.`);
      return { kind: 'failed', code: 'too_large' };
    }
    const own = feedFiles(env.DATA_DIR, slug);
    mkdirSync(own.folder, { recursive: true });
    const copy = options.copyTo ?? own.fetched;
    const hash = await hashOfFile(file, copy);
    const version = versionOf(next.stats);
    const isSame = () => {
      const now = statSync(file, { throwIfNoEntry: false });
      return now !== undefined && versionOf(now) === version;
    };
    if (!isSame()) return { kind: 'failed', code: 'being_written' };
    return {
      ...{ kind: 'fetched', file: copy, bytes: next.stats.size, hash },
      ...{ etag: null, lastModified: null, hasMore: !isFull && files.length > 1, isReadOnce: true },
      settle(result) {
        settleOlder();
        // One that was replaced meanwhile is another file.
        if (!isSame()) return;
        if (result.kind === 'done') moveInto(join(folder, 'done'), file);
        else fail(result.why.replaceAll(copy, next.name));
      },
    };
  } catch (error) {
    const code = FOLDER_CODES[(error as NodeJS.ErrnoException).code ?? ''];
    if (code === undefined) throw error;
    return { kind: 'failed', code };
  }
}
