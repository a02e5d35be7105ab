import { isAbsolute, resolve } from 'node:path';
import { DELIMITER_NAMES, type FeedConfig } from '#src/config/sections/feed.ts';
import { cellsOf } from '#src/config/sections/feed-columns.ts';
import { FEED_FIELD_NAMES } from '#src/config/sections/vehicle-fields.ts';
import { detectDelimiter } from './csv-delimiter.ts';
import { readCsvFeed } from './csv-feed.ts';
import { type FeedContent, FeedError } from './feed.ts';
import { readFeedText } from './feed-text.ts';
import { readJsonFeed, readNdjsonFeed } from './json-feed.ts';

/** @throws FeedError for a feed with an address: it is read by way of a file (feed-source.ts) */
export function feedFile({ file }: Pick<FeedConfig, 'file'>, dealersDir: string): string {
  if (file === undefined) throw new FeedError('The feed has an address and no file.');
  return isAbsolute(file) ? file : resolve(dealersDir, file);
}

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
  // A list or a header is written even without vehicles; lines are not.
  const text = readFeedText(file, feed.encoding, mayBeEmpty && feed.format === 'ndjson');
  const content = contentOf(feed, file, text);
  if (content.rows.length === 0 && !mayBeEmpty) {
    const found = feed.format === 'csv' ? 'a header and no vehicles' : 'no vehicles';
    throw new FeedError(`${file}: ${found}. Ask the supplier to send the feed again.`);
  }
  return feed.format === 'json' ? content : { ...content, endsInLineBreak: endsInLineBreak(text) };
}

const endsInLineBreak = (text: string) => /[\r\n]/.test(text.slice(text.trimEnd().length));

function contentOf(feed: FeedConfig, file: string, text: string): FeedContent {
  const mapped = mappedColumns(feed);
  if (feed.format === 'csv') return csvContent(feed, file, text, mapped);
  return feed.format === 'json' ? readJsonFeed(file, text, mapped) : readNdjsonFeed(file, text, mapped);
}

/** A configured delimiter that finds none of the mapped columns is wrong: the message names the one that does. */
function csvContent(feed: FeedConfig, file: string, text: string, mapped: ReadonlySet<string>): FeedContent {
  const detected = detectDelimiter(text, mapped);
  const { delimiter = detected } = feed;
  const content = readCsvFeed(file, text, delimiter, mapped);
  const isWrong = delimiter !== detected && ![...mapped].some((name) => content.columns.has(name));
  if (isWrong) {
    throw new FeedError(
      `${file}: the cells are separated by ${DELIMITER_NAMES[detected]}, "stock.feed.delimiter" says ${DELIMITER_NAMES[delimiter]}. Remove "delimiter": it is detected.`,
    );
  }
  return content;
}

const mappedColumns = (feed: FeedConfig): ReadonlySet<string> =>
  new Set(FEED_FIELD_NAMES.flatMap((field) => cellsOf(feed.columns, field).map(({ column }) => column)));
