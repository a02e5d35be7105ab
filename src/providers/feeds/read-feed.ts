import { isAbsolute, resolve } from 'node:path';
import {
  DELIMITER_NAMES,
  FEED_DELIMITERS,
  type FeedConfig,
  type FeedDelimiter,
} from '#src/config/sections/feed.ts';
import { cellsOf } from '#src/config/sections/feed-columns.ts';
import { FEED_FIELD_NAMES } from '#src/config/sections/vehicle-fields.ts';
import { detectHead } from './csv-delimiter.ts';
import { readCsvFeed } from './csv-feed.ts';
import { type FeedContent, FeedError } from './feed.ts';
import { refuseOtherFormat } from './feed-format.ts';
import { readFeedHead, readFeedText } from './feed-text.ts';
import { readJsonFeed, readJsonKeys, readNdjsonFeed } from './json-feed.ts';

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
  const { text, foundEncoding } = readFeedText(file, feed.encoding, mayBeEmpty && feed.format === 'ndjson');
  refuseOtherFormat(file, feed.format, text);
  const content = { ...contentOf(feed, file, text), ...(foundEncoding ? { foundEncoding } : {}) };
  if (content.rows.length === 0 && !mayBeEmpty) {
    const found = feed.format === 'csv' ? 'a header and no vehicles' : 'no vehicles';
    throw new FeedError(`${file}: ${found}. Ask the supplier to send the feed again.`);
  }
  return feed.format === 'json' ? content : { ...content, endsInLineBreak: endsInLineBreak(text) };
}

/**
 * The columns of a feed, by the beginning of its file; of a feed of objects the keys of the first of them.
 * @returns undefined where the beginning has no complete object
 * @throws FeedError that names file, place and remedy
 */
export function readFeedColumns(feed: FeedConfig, dealersDir: string): ReadonlySet<string> | undefined {
  const file = feedFile(feed, dealersDir);
  const { text, isWhole } = readFeedHead(file, feed.encoding);
  refuseOtherFormat(file, feed.format, text);
  const mapped = mappedColumns(feed);
  if (feed.format === 'csv') return csvContent(feed, file, text, mapped, true).columns;
  const { columns, rows } =
    feed.format === 'ndjson' ? readNdjsonFeed(file, text, mapped) : readJsonKeys(file, text, mapped, isWhole);
  return rows.length > 0 ? columns : undefined;
}

const endsInLineBreak = (text: string) => /[\r\n]/.test(text.slice(text.trimEnd().length));

function contentOf(feed: FeedConfig, file: string, text: string): FeedContent {
  const mapped = mappedColumns(feed);
  if (feed.format === 'csv') return csvContent(feed, file, text, mapped);
  return feed.format === 'json' ? readJsonFeed(file, text, mapped) : readNdjsonFeed(file, text, mapped);
}

/** `sep=;`: Excel's own line above the header. */
const SEPARATOR_LINE = /^sep=(.)[^\S\n]*\r?\n/i;

const isDelimiter = (sign: string): sign is FeedDelimiter =>
  FEED_DELIMITERS.some((delimiter) => delimiter === sign);

/** The delimiter that the feed itself states, and how much of the text states it. */
function statedDelimiter(file: string, text: string): { delimiter?: FeedDelimiter; length: number } {
  const [line = '', sign] = SEPARATOR_LINE.exec(text) ?? [];
  if (sign === undefined) return { length: 0 };
  if (!isDelimiter(sign))
    throw new FeedError(`${file}: its first line separates cells by "${sign}". ${READ_ONLY}`);
  return { delimiter: sign, length: line.length };
}

const READ_ONLY = 'Ask the supplier for commas, semicolons, tabs or pipes between cells.';

/** A configured delimiter that finds none of the mapped columns is wrong: the message names the one that does. */
function csvContent(
  feed: FeedConfig,
  file: string,
  text: string,
  mapped: ReadonlySet<string>,
  isHeaderOnly = false,
): FeedContent {
  const stated = statedDelimiter(file, text);
  const table = text.slice(stated.length);
  const head = detectHead(table, mapped, feed.delimiter ?? stated.delimiter);
  const linesBefore = stated.length > 0 ? 1 : 0;
  const content = readCsvFeed(file, table, head, mapped, { linesBefore, isHeaderOnly });
  if ([...mapped].some((name) => content.columns.has(name))) return content;
  const detected = detectHead(table, mapped);
  if (feed.delimiter !== undefined && detected.delimiter !== feed.delimiter) {
    throw new FeedError(
      `${file}: the cells are separated by ${DELIMITER_NAMES[detected.delimiter]}, "stock.feed.delimiter" says ${DELIMITER_NAMES[feed.delimiter]}. Remove "delimiter": it is detected.`,
    );
  }
  const [only, ...others] = content.columns;
  if (only !== undefined && others.length === 0) {
    throw new FeedError(
      `${file}: the header is one cell, ${JSON.stringify(only.slice(0, 60))}: no comma, semicolon, tab or pipe separates it. ${READ_ONLY}`,
    );
  }
  return content;
}

const mappedColumns = (feed: FeedConfig): ReadonlySet<string> =>
  new Set(FEED_FIELD_NAMES.flatMap((field) => cellsOf(feed.columns, field).map(({ column }) => column)));
