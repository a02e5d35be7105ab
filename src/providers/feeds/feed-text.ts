import { readFileSync, statSync } from 'node:fs';
import { FeedError } from './feed.ts';
import { type DecodedFeed, decodeFeed } from './feed-encoding.ts';
import { MAX_FEED_BYTES, tooManyBytes } from './feed-limits.ts';

/**
 * The text of a feed file.
 * @throws FeedError when the file is missing, empty, binary or too large
 */
export function readFeedText(file: string, encoding: string | undefined, mayBeEmpty: boolean): DecodedFeed {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new FeedError(`${file}: there is no such file. Check "stock.feed.file".`);
  if (stats.size === 0 && !mayBeEmpty)
    throw new FeedError(`${file}: the file is empty. Ask the supplier to send it again.`);
  if (stats.size > MAX_FEED_BYTES) throw tooManyBytes(file, stats.size);
  return decodeFeed(file, readFileSync(file), encoding);
}
