import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  lstatSync,
  mkdirSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
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
import { checkOwnFolder, explainFailure, folderCodeOf, moveInto } from './settled-files.ts';
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

/** Hash of a file that is read as a stream. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Copies a file that is still the one with these facts: a supplier could put a link to another file in its place.
 * @returns its hash; undefined if it is another file
 */
export async function copyOfFile(file: string, to: string, stats: Stats): Promise<string | undefined> {
  // What would wait for a writer is not opened either.
  await using opened = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const found = await opened.stat();
  if (!found.isFile() || versionOf(found) !== versionOf(stats)) return undefined;
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // Not more than that: it could grow for ever.
  const content = opened.createReadStream({ autoClose: false, end: Math.max(0, found.size - 1) });
  await pipeline(content, hashing, createWriteStream(to, { mode: 0o600, flush: true }));
  return hash.digest('hex');
}

/** Folders of what was read. */
const SETTLED = ['done', 'failed'];

/** @throws if the process may not list the folder or move its files */
function filesIn(folder: string, feed: FeedConfig, dryRun: boolean | undefined) {
  accessSync(folder, dryRun ? constants.R_OK : constants.R_OK | constants.W_OK);
  if (!dryRun) for (const settled of SETTLED) checkOwnFolder(join(folder, settled));
  // Links could lead out of the folder.
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const wanted = feedFilesAmong(
    names.map(({ name }) => name).filter((name) => !isUnfinished(name)),
    feed,
  );
  const found = wanted.flatMap((name) => {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return stats?.isFile() ? [{ name, stats, modifiedAt: stats.mtime }] : [];
  });
  return oldestFirst(found, feed.newest);
}

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
      const at = clock.now();
      explainFailure(moveInto(join(folder, 'failed'), file, at), { slug, why, comesIn, at });
    };
    const settleOlder = () => {
      for (const { name } of superseded) moveInto(join(folder, 'done'), join(folder, name), clock.now());
    };
    if (limits && next.stats.size > limits.maxBytes) {
      if (!dryRun) fail(`${next.name}: the file is too large. Ask the supplier to split the feed.`);
      return { kind: 'failed', code: 'too_large' };
    }
    const own = feedFiles(env.DATA_DIR, slug);
    mkdirSync(own.folder, { recursive: true });
    const copy = options.copyTo ?? own.fetched;
    const hash = await copyOfFile(file, copy, next.stats);
    const version = versionOf(next.stats);
    const isSame = () => {
      const now = lstatSync(file, { throwIfNoEntry: false });
      return now !== undefined && versionOf(now) === version;
    };
    if (hash === undefined || !isSame()) return { kind: 'failed', code: 'being_written' };
    return {
      ...{ kind: 'fetched', file: copy, bytes: next.stats.size, hash },
      ...{ etag: null, lastModified: null, hasMore: !isFull && files.length > 1, isReadOnce: true },
      settle(result) {
        settleOlder();
        // One that was replaced meanwhile is another file.
        if (!isSame()) return;
        if (result.kind === 'done') moveInto(join(folder, 'done'), file, clock.now());
        else fail(result.why.replaceAll(copy, next.name));
      },
    };
  } catch (error) {
    const code = folderCodeOf(error);
    if (code === undefined) throw error;
    return { kind: 'failed', code };
  }
}
