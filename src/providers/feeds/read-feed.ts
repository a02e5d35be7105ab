import { isAbsolute, resolve } from 'node:path';
import type { FeedConfig } from '#src/config/sections/feed.ts';
import { readCsvFeed } from './csv-feed.ts';
import type { FeedContent } from './feed.ts';
import { readFeedText } from './feed-text.ts';
import { readJsonFeed, readNdjsonFeed } from './json-feed.ts';

export const feedFile = (feed: FeedConfig, dealersDir: string): string =>
  isAbsolute(feed.file) ? feed.file : resolve(dealersDir, feed.file);

/** Reads a whole feed into rows of texts. @throws FeedError that names file, place and remedy */
export function readFeed(feed: FeedConfig, dealersDir: string): FeedContent {
  const file = feedFile(feed, dealersDir);
  const text = readFeedText(file, feed.encoding);
  if (feed.format === 'csv') return readCsvFeed(file, text, feed.delimiter);
  return feed.format === 'json' ? readJsonFeed(file, text) : readNdjsonFeed(file, text);
}
