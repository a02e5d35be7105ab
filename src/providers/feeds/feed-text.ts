import { readFileSync, statSync } from 'node:fs';
import { FeedError } from './feed.ts';
import { MAX_FEED_BYTES, tooManyBytes } from './feed-limits.ts';

const BOMS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * The text of a feed file. A byte order mark decides the encoding; bytes that are not text become U+FFFD.
 * @throws FeedError when the file is missing, empty, binary or too large
 */
export function readFeedText(file: string, encoding: string, mayBeEmpty: boolean): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new FeedError(`${file}: there is no such file. Check "stock.feed.file".`);
  if (stats.size === 0 && !mayBeEmpty)
    throw new FeedError(`${file}: the file is empty. Ask the supplier to send it again.`);
  if (stats.size > MAX_FEED_BYTES) throw tooManyBytes(file, stats.size);
  const bytes = readFileSync(file);
  const marked = BOMS.find(([, bom]) => bom.every((byte, at) => bytes[at] === byte))?.[0];
  if (!marked && bytes.includes(0)) {
    throw new FeedError(`${file}: binary data, not text. Export it as CSV, JSON or NDJSON in UTF-8.`);
  }
  return new TextDecoder(marked ?? encoding).decode(bytes);
}
