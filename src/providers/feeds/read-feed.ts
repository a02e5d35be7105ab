import { isAbsolute, resolve } from 'node:path';
import type { FeedConfig } from '#src/config/sections/feed.ts';
import { readCsvFeed } from './csv-feed.ts';
import { type FeedContent, FeedError } from './feed.ts';
import { readFeedText } from './feed-text.ts';
import { readJsonFeed, readNdjsonFeed } from './json-feed.ts';

export const feedFile = (feed: FeedConfig, dealersDir: string): string =>
  isAbsolute(feed.file) ? feed.file : resolve(dealersDir, feed.file);

/**
 * Reads a whole feed into rows of texts.
 * @param options.mayBeEmpty a feed of changes may hold none, a feed of the whole stock may not
 * @throws FeedError that names file, place and remedy
 */
export function readFeed(
  feed: FeedConfig,
  dealersDir: string,
  { mayBeEmpty }: { mayBeEmpty: boolean },
): FeedContent {
  const file = feedFile(feed, dealersDir);
  // A list or a header is written even when nothing follows; lines are not.
  const text = readFeedText(file, feed.encoding, mayBeEmpty && feed.format === 'ndjson');
  const content = contentOf(feed, file, text);
  if (content.rows.length === 0 && !mayBeEmpty) {
    const found = feed.format === 'csv' ? 'a header and no vehicles' : 'no vehicles';
    throw new FeedError(`${file}: ${found}. Ask the supplier to send the feed again.`);
  }
  return content;
}

function contentOf(feed: FeedConfig, file: string, text: string): FeedContent {
  if (feed.format === 'csv') return readCsvFeed(file, text, feed.delimiter);
  return feed.format === 'json' ? readJsonFeed(file, text) : readNdjsonFeed(file, text);
}
