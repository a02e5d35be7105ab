import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { plainReason } from '#src/domain/plain-reason.ts';
import { FeedError } from './feed.ts';
import { type DecodedFeed, decodeFeed } from './feed-encoding.ts';
import { MAX_FEED_BYTES, tooManyBytes } from './feed-limits.ts';

/** @throws FeedError where the file or its folder may not be read */
function opened<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new FeedError(`${file}: ${plainReason(error)}. Check the file and who may read it.`);
  }
}

/** @throws FeedError when there is no such file, or it is empty */
function sizeOf(file: string, mayBeEmpty: boolean): number {
  const stats = opened(file, () => statSync(file, { throwIfNoEntry: false }));
  if (!stats?.isFile()) throw new FeedError(`${file}: there is no such file. Check "stock.feed.file".`);
  if (stats.size === 0 && !mayBeEmpty)
    throw new FeedError(`${file}: the file is empty. Ask the supplier to send it again.`);
  return stats.size;
}

/**
 * The text of a feed file.
 * @throws FeedError when the file is missing, empty, binary or too large
 */
export function readFeedText(file: string, encoding: string | undefined, mayBeEmpty: boolean): DecodedFeed {
  const size = sizeOf(file, mayBeEmpty);
  if (size > MAX_FEED_BYTES) throw tooManyBytes(file, size);
  const bytes = opened(file, () => readFileSync(file));
  return decodeFeed(file, bytes, encoding);
}

/** A header of many columns, or some vehicles with their descriptions. */
const HEAD_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

function firstBytes(file: string): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES);
  const handle = openSync(file, 'r');
  try {
    return bytes.subarray(0, readSync(handle, bytes, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(handle);
  }
}

/**
 * The beginning of a feed file, up to the end of a line.
 * @throws FeedError when the file is missing, empty or binary
 */
export function readFeedHead(file: string, encoding: string | undefined): { text: string; isWhole: boolean } {
  const isWhole = sizeOf(file, false) <= HEAD_BYTES;
  const head = opened(file, () => firstBytes(file));
  const end = isWhole ? head.length : head.lastIndexOf(LINE_FEED) + 1 || head.length;
  return { text: decodeFeed(file, head.subarray(0, end), encoding).text, isWhole };
}
