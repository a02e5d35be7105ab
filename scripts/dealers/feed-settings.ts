import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedLocations } from '#src/config/environment.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { didYouMean, type Finding } from '#src/dealer-files/config-problem.ts';
import {
  lackedColumns,
  namedColumns,
  unfilledFields,
  unfoundColumns,
} from '#src/features/stock/mapping/column-mapping.ts';
import { FeedError } from '#src/features/stock/parsing/feed-content.ts';
import { readFeedColumns } from '#src/features/stock/server/reading/read-feed.ts';
import {
  FEED_PLACE_REMEDY,
  isAllowedFeedFolder,
  isAllowedFeedPath,
} from '#src/features/stock/server/sources/feed-places.ts';

/** PLAT-03: fields that the columns of a feed do not fill, and columns that it does not have. */
function doubtfulColumns(feed: FeedConfig, columns: ReadonlySet<string>): Finding[] {
  const names = namedColumns(columns);
  const needed = new Set(lackedColumns(feed, columns).needed);
  const absent = unfoundColumns(feed, columns)
    .filter(({ column }) => needed.has(column))
    .map(({ field, column }) => ({
      path: `stock.feed.columns.${field}`,
      expected: 'the name of a column of the feed',
      received: `${JSON.stringify(column)}; the columns are: ${names}`,
      remedy: didYouMean(column, columns) ?? 'Correct the name, or ask the supplier for the column.',
    }));
  const unfilled = unfilledFields(feed, columns).filter((field) => feed.columns[field] === undefined);
  return [
    ...absent,
    ...unfilled.map((field) => ({
      path: `stock.feed.columns.${field}`,
      expected: `a column or a constant for "${field}", without which no vehicle is imported`,
      received: `neither; the columns are: ${names}`,
      remedy: `Name its column as "stock.feed.columns.${field}", or set "stock.feed.constants.${field}".`,
    })),
  ];
}

function doubtfulContent(feed: FeedConfig, file: string): Finding[] {
  // A few changed vehicles need not have every key.
  if (feed.format !== 'csv' && feed.mode === 'incremental') return [];
  try {
    const columns = readFeedColumns(file, feed);
    return columns ? doubtfulColumns(feed, columns) : [];
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return [
      {
        path: 'stock.feed.file',
        expected: 'a feed that can be imported',
        received: error.message.replace(`${file}: `, ''),
        remedy: 'Correct the feed, or how "stock.feed" describes it.',
      },
    ];
  }
}

/**
 * PLAT-03, CFG-23: a feed that is missing, may not lie there or lacks columns. If its folder is missing, another machine
 * has it.
 */
export function doubtfulFeed(
  { slug, stock: { feed } }: DealerConfig,
  places: FeedLocations & { dealersDir: string },
): Finding[] {
  const folder = feed?.folder && resolve(places.dealersDir, feed.folder);
  if (folder && !isAllowedFeedFolder(folder, slug, places)) {
    const expected = 'a folder where feeds may lie';
    return [
      {
        path: 'stock.feed.folder',
        expected,
        received: JSON.stringify(feed.folder),
        remedy: FEED_PLACE_REMEDY,
      },
    ];
  }
  const file = feed?.file && resolve(places.dealersDir, feed.file);
  if (!file || !existsSync(dirname(file))) return [];
  const received = JSON.stringify(feed?.file);
  if (!isAllowedFeedPath(file, slug, places)) {
    const expected = 'a file where feeds may lie';
    return [{ path: 'stock.feed.file', expected, received, remedy: FEED_PLACE_REMEDY }];
  }
  if (existsSync(file)) return doubtfulContent(feed, file);
  return [
    {
      path: 'stock.feed.file',
      expected: 'a file that is there',
      received: `${received}, which is not in ${dirname(file)}`,
      remedy:
        didYouMean(basename(file), readdirSync(dirname(file))) ?? 'Put the feed there, or change the path.',
    },
  ];
}
