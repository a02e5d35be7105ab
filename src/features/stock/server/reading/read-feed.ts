import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { cellsOf, FEED_FIELD_NAMES } from '#src/config/sections/stock/feed-columns.ts';
import {
  DELIMITER_NAMES,
  FEED_DELIMITERS,
  type FeedConfig,
  type FeedDelimiter,
} from '#src/config/sections/stock/stock-section.ts';
import { detectHead, readCsvFeed } from '#src/features/stock/parsing/csv-feed.ts';
import {
  type FeedContent,
  FeedError,
  MAX_FEED_BYTES,
  refuseOtherFormat,
  tooManyBytes,
  UNREADABLE,
} from '#src/features/stock/parsing/feed-content.ts';
import { readJsonFeed, readJsonKeys, readNdjsonFeed } from '#src/features/stock/parsing/json-feed.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';

const BOMS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const SIGNATURES: readonly (readonly [what: string, bytes: readonly number[]])[] = [
  ['a ZIP archive or an Excel workbook', [0x50, 0x4b, 0x03, 0x04]],
  ['an Excel workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['a gzip archive', [0x1f, 0x8b]],
];

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);

const SAMPLE_BYTES = 64_000;
/** In UTF-16, every other byte of Latin letters is zero; in other text hardly any is. */
const MOSTLY = 0.4;
const HARDLY = 0.02;

/** Detects UTF-16 without a BOM by the position of zeros. */
function utf16In(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2));
  if (odd > MOSTLY && even < HARDLY) return 'utf-16le';
  return even > MOSTLY && odd < HARDLY ? 'utf-16be' : undefined;
}

const zeroShare = (bytes: Uint8Array): number => {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  return sample.reduce((count, byte) => count + Number(byte === 0), 0) / sample.length;
};

/** Bytes undefined in Windows-1252. */
const NOT_IN_1252 = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** Whether invalid UTF-8 is Windows-1252: hardly any of its accented letters are valid UTF-8. */
function isWindows1252(bytes: Uint8Array, asUtf8: string): boolean {
  if (NOT_IN_1252.some((byte) => bytes.includes(byte))) return false;
  let unreadable = 0;
  let readable = 0;
  for (const [character] of asUtf8.matchAll(/[^\0-\x7f]/g)) {
    if (character === UNREADABLE) unreadable += 1;
    else readable += 1;
  }
  return unreadable > readable;
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Whether it is valid UTF-8 with characters that would be pairs in Windows-1252: `CitroÃ«n`. */
function isAccentedUtf8(bytes: Uint8Array, in1252: string): boolean {
  if (!NOT_ASCII.test(in1252)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

type DecodedFeed = {
  text: string;
  /** Detected encoding, if it is neither UTF-8 by default nor stated by settings or a BOM. */
  foundEncoding?: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';
};

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

/** Text contains no zero bytes. */
const withoutZeros = (text: string): string => text.replaceAll('\0', UNREADABLE);

/**
 * Decodes a feed by its BOM, the settings, or detection, in this order; invalid bytes become U+FFFD.
 * @param stated in the settings
 * @throws FeedError if it is not text
 */
function decodeFeed(file: string, bytes: Uint8Array, stated: string | undefined): DecodedFeed {
  const marked = BOMS.find(([, mark]) => beginsWith(bytes, mark))?.[0];
  if (marked) return { text: withoutZeros(decode(bytes, marked)) };
  const other = SIGNATURES.find(([, start]) => beginsWith(bytes, start))?.[0];
  if (other) throw new FeedError(`${file}: ${other}, not text. Export it as CSV, JSON or NDJSON.`);
  if (bytes.includes(0)) {
    const utf16 = utf16In(bytes);
    if (utf16) return { text: decode(bytes, utf16), foundEncoding: utf16 };
    if (zeroShare(bytes) > HARDLY)
      throw new FeedError(`${file}: binary data, not text. Export it as CSV, JSON or NDJSON in UTF-8.`);
  }
  const text = withoutZeros(decode(bytes, stated ?? 'utf-8'));
  if (stated === 'windows-1252' && isAccentedUtf8(bytes, text))
    return { text: withoutZeros(decode(bytes, 'utf-8')), foundEncoding: 'utf-8' };
  if (stated !== undefined || !text.includes(UNREADABLE) || !isWindows1252(bytes, text)) return { text };
  return { text: withoutZeros(decode(bytes, 'windows-1252')), foundEncoding: 'windows-1252' };
}

/** @throws FeedError if the file or its folder may not be read */
function opened<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new FeedError(`${file}: ${plainReason(error)}. Check the file and who may read it.`);
  }
}

/** @throws FeedError if the file does not exist or is empty */
function sizeOf(file: string, mayBeEmpty: boolean): number {
  const stats = opened(file, () => statSync(file, { throwIfNoEntry: false }));
  if (!stats?.isFile()) throw new FeedError(`${file}: there is no such file. Check "stock.feed.file".`);
  if (stats.size === 0 && !mayBeEmpty)
    throw new FeedError(`${file}: the file is empty. Ask the supplier to send it again.`);
  return stats.size;
}

/**
 * Text of a feed file.
 * @throws FeedError if the file is missing, empty, binary or too large
 */
function readFeedText(file: string, encoding: string | undefined, mayBeEmpty: boolean): DecodedFeed {
  const size = sizeOf(file, mayBeEmpty);
  if (size > MAX_FEED_BYTES) throw tooManyBytes(file, size);
  const bytes = opened(file, () => readFileSync(file));
  return decodeFeed(file, bytes, encoding);
}

/** Fits a header of many columns, or some vehicles with descriptions. */
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
 * Start of a feed file, up to the end of a line.
 * @throws FeedError if the file is missing, empty or binary
 */
function readFeedHead(file: string, encoding: string | undefined): { text: string; isWhole: boolean } {
  const isWhole = sizeOf(file, false) <= HEAD_BYTES;
  const head = opened(file, () => firstBytes(file));
  const end = isWhole ? head.length : head.lastIndexOf(LINE_FEED) + 1 || head.length;
  return { text: decodeFeed(file, head.subarray(0, end), encoding).text, isWhole };
}

/** @throws FeedError for a feed with a URL, which is fetched to a file first (feed-source.ts) */
export function feedFile({ file }: Pick<FeedConfig, 'file'>, dealersDir: string): string {
  if (file === undefined) throw new FeedError('The feed has an address and no file.');
  return isAbsolute(file) ? file : resolve(dealersDir, file);
}

/**
 * Reads a whole feed into rows of text.
 * @param options.mayBeEmpty incremental feeds may be empty, full feeds may not
 * @throws FeedError naming file, location and remedy
 */
export function readFeed(
  feed: FeedConfig,
  dealersDir: string,
  { mayBeEmpty }: { mayBeEmpty: boolean },
): FeedContent {
  const file = feedFile(feed, dealersDir);
  // Lists and headers are written even without vehicles; lines are not.
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
 * Columns of a feed, from the start of its file; for feeds of objects the keys of the first ones.
 * @returns undefined if the start contains no complete object
 * @throws FeedError naming file, location and remedy
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

/** `sep=;`: added by Excel above the header. */
const SEPARATOR_LINE = /^sep=(.)[^\S\n]*\r?\n/i;

const isDelimiter = (sign: string): sign is FeedDelimiter =>
  FEED_DELIMITERS.some((delimiter) => delimiter === sign);

/** Delimiter declared in the feed, and the length of the declaration. */
function statedDelimiter(file: string, text: string): { delimiter?: FeedDelimiter; length: number } {
  const [line = '', sign] = SEPARATOR_LINE.exec(text) ?? [];
  if (sign === undefined) return { length: 0 };
  if (!isDelimiter(sign))
    throw new FeedError(`${file}: its first line separates cells by "${sign}". ${READ_ONLY}`);
  return { delimiter: sign, length: line.length };
}

const READ_ONLY = 'Ask the supplier for commas, semicolons, tabs or pipes between cells.';

/** If a configured delimiter finds no mapped column, the message names the one that does. */
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
