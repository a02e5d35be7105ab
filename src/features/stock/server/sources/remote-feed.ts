import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { posix } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import type { FeedLimits, FeedSeen } from '#src/features/stock/parsing/feed-content.ts';
import { feedFilesAmong } from '#src/features/stock/server/reading/unpack-feed.ts';
import { connectTo } from '#src/platform/transfer/connect-to.ts';
import {
  pathOf,
  placeOf,
  type RemoteFile,
  type RemoteFiles,
  TransferFailure,
} from '#src/platform/transfer/remote-files.ts';
import type { Services } from '#src/server/services.ts';
import { hashOfFile } from './feed-folder.ts';
import { feedFiles } from './feed-places.ts';
import { isUnfinished, oldestFirst } from './newest-file.ts';
import { explainFailure, moveInto, putFailed } from './settled-files.ts';
import { type SourceOptions, type SourceResponse, STABLE_AFTER_MS } from './source-response.ts';

type RemoteFeed = FeedConfig & { url: string };
type RemoteOptions = SourceOptions & { limits: FeedLimits };

/** A file that was changed so long ago is written, however much the clocks of the machines differ. */
const SURELY_STABLE_AFTER_MS = 600_000;
/** Each is asked for by itself where a list has no times. */
const MAX_ASKED = 200;
/** More changes than these in a folder are never deleted from it. */
const MAX_FILES_OF_CHANGES = 5000;

const versionOf = ({ name, bytes, modifiedAt }: RemoteFile): string =>
  `${name} ${bytes} ${modifiedAt?.getTime() ?? ''}`;

/** Null where nothing says whether the file has changed: it may keep its size. */
const etagOf = (file: RemoteFile): string | null => (file.modifiedAt === null ? null : versionOf(file));

/** Stored instead of names, which may be long. Of a list without times: they cannot be asked of every file. */
const markOf = (listed: RemoteFile): string =>
  createHash('sha256').update(versionOf(listed)).digest('base64url').slice(0, 12);

/** Names are the server's: one with a path in it could lead anywhere. */
const isPlainName = (name: string): boolean => !/[/\\\0]/.test(name) && !['', '.', '..'].includes(name);

function marksIn(position: string | null | undefined): ReadonlySet<string> {
  return new Set(position?.split(' '));
}

type ListedFile = RemoteFile & { mark: string };

async function filesOf(files: RemoteFiles, folder: string, feed: RemoteFeed): Promise<ListedFile[]> {
  const all = (await files.list(folder)).filter(({ name }) => isPlainName(name));
  const wanted = new Set(
    feedFilesAmong(
      all.map(({ name }) => name).filter((name) => !isUnfinished(name)),
      feed,
    ),
  );
  const found = all.flatMap((file) => (wanted.has(file.name) ? [{ ...file, mark: markOf(file) }] : []));
  const isUndated = feed.newest === 'date' && found.some(({ modifiedAt }) => modifiedAt === null);
  if (!isUndated || found.length > MAX_ASKED) return oldestFirst(found, feed.newest);
  const dated: ListedFile[] = [];
  for (const file of found)
    dated.push({ ...file, ...(await files.stat(posix.join(folder, file.name))), name: file.name });
  return oldestFirst(dated, feed.newest);
}

type Chosen = { path: string; file: RemoteFile; etag: string | null; hasMore: boolean };

/** The file to read. Of a folder with changes each is read once, and those that were read are in the position. */
async function choose(
  files: RemoteFiles,
  feed: RemoteFeed,
  position: string | null | undefined,
): Promise<Chosen | SourceResponse> {
  const path = pathOf(feed.url);
  if (!path.endsWith('/')) {
    const file = await files.stat(path);
    return file ? { path, file, etag: etagOf(file), hasMore: false } : { kind: 'failed', code: 'no_file' };
  }
  const found = await filesOf(files, path, feed);
  if (feed.mode === 'full') {
    const file = found.at(-1);
    if (!file) return { kind: 'failed', code: 'no_file' };
    return { path: posix.join(path, file.name), file, etag: etagOf(file), hasMore: false };
  }
  if (found.length > MAX_FILES_OF_CHANGES) return { kind: 'failed', code: 'too_many_files' };
  const marks = marksIn(position);
  const unread = found.filter((file) => !marks.has(file.mark));
  const [file] = unread;
  if (!file) return { kind: 'nothing' };
  const read = found.filter((each) => each === file || marks.has(each.mark));
  const etag = read.map(({ mark }) => mark).join(' ');
  return { path: posix.join(path, file.name), file, etag, hasMore: unread.length > 1 };
}

/** Downloads a file whose size and time stay the same meanwhile. */
async function downloaded(
  files: RemoteFiles,
  { path, file }: Chosen,
  to: string,
  { signal, isByHand, limits }: RemoteOptions,
): Promise<boolean> {
  const { modifiedAt } = file;
  const isOld = modifiedAt !== null && Math.abs(Date.now() - modifiedAt.getTime()) > SURELY_STABLE_AFTER_MS;
  // Measured by one clock, ours: that of the server may be wrong.
  if (!isOld && !isByHand) {
    const first = await files.stat(path);
    await wait(STABLE_AFTER_MS, undefined, { signal }).catch(() => {
      throw new TransferFailure('stopped');
    });
    const second = await files.stat(path);
    if (!first || !second || versionOf(first) !== versionOf(second)) return false;
  }
  const before = await files.stat(path);
  if (!before) throw new TransferFailure('no_file');
  if (before.bytes > limits.maxBytes) throw new TransferFailure('too_large');
  await files.download(path, to, limits.maxBytes);
  const after = await files.stat(path);
  return after !== undefined && versionOf(after) === versionOf(before);
}

/** FEED-08, FEED-09: the feed of an SFTP or FTP server. Returns failures and never rejects because of the server. */
export async function readRemoteFeed(
  { env, storage, clock }: Pick<Services, 'env' | 'storage' | 'clock'>,
  { slug }: Pick<DealerConfig, 'slug'>,
  feed: RemoteFeed,
  seen: FeedSeen,
  options: RemoteOptions,
): Promise<SourceResponse> {
  const place = placeOf(feed);
  if (!place) return { kind: 'failed', code: 'no_credentials' };
  const own = feedFiles(env.DATA_DIR, slug);
  mkdirSync(own.folder, { recursive: true });
  const { signal, position, limits, copyTo: copy = own.fetched } = options;
  const allowedHosts = new Set(env.FEED_HOSTS);
  let files: RemoteFiles | undefined;
  try {
    files = await connectTo(place, { allowedHosts, signal, ...limits });
    const chosen = await choose(files, feed, position);
    if ('kind' in chosen) return chosen;
    const isReadOnce = feed.mode === 'incremental' && feed.url.endsWith('/');
    if (!isReadOnce && chosen.etag !== null && chosen.etag === seen.etag) return { kind: 'unchanged' };
    if (!(await downloaded(files, chosen, copy, options))) return { kind: 'failed', code: 'being_written' };
    return {
      ...{
        kind: 'fetched',
        file: copy,
        bytes: chosen.file.bytes,
        hash: await hashOfFile(copy),
      },
      ...{ etag: chosen.etag, lastModified: null, hasMore: chosen.hasMore, isReadOnce },
      async settle(result) {
        // It stays at the server, and would not be read again.
        if (!isReadOnce || result.kind === 'done' || !existsSync(copy)) return;
        const why = result.why.replaceAll(copy, chosen.file.name);
        const comesIn = 'have it put into the folder of the server again, under another name';
        const at = clock.now();
        const { name } = chosen.file;
        const failure = { slug, why, comesIn, at };
        if (storage)
          return putFailed(storage, `${feedFiles('', slug).failed}/`, { file: copy, name }, failure);
        explainFailure(moveInto(own.failed, copy, at, name), failure);
      },
    };
  } catch (error) {
    if (!(error instanceof TransferFailure)) throw error;
    return { kind: 'failed', code: error.code };
  } finally {
    await files?.close();
  }
}
