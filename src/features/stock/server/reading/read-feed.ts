import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { compileMapping } from '#src/features/stock/mapping/column-mapping.ts';
import type { ArchivedPhotos } from '#src/features/stock/mapping/picture-cells.ts';
import {
  type CsvSettings,
  delimiterName,
  detectHead,
  headerColumns,
  readCsvFeed,
  refuseTwins,
} from '#src/features/stock/parsing/csv-feed.ts';
import {
  type BrokenRow,
  FeedError,
  type FeedFacts,
  type FeedRow,
  MAX_FEED_BYTES,
  MAX_JSON_BYTES,
  MAX_ROWS,
  refuseOtherFormat,
  tooManyBytes,
  tooManyRows,
  tooMuchJson,
} from '#src/features/stock/parsing/feed-content.ts';
import { readJsonFeed, readJsonHead, readNdjsonFeed } from '#src/features/stock/parsing/json-feed.ts';
import { findXmlRows, readXmlFeed } from '#src/features/stock/parsing/xml-feed.ts';
import { encodingOf, opened, type TextEncoding, textOf } from './feed-encoding.ts';
import { type FeedPart, isArchive, type UnpackedFeed, unpackFeed } from './unpack-feed.ts';

type OnRow = (row: FeedRow | BrokenRow) => void;

/** @throws FeedError if the file does not exist or is empty */
function sizeOf(path: string, mayBeEmpty: boolean, file = path): number {
  const stats = opened(file, () => statSync(path, { throwIfNoEntry: false }));
  if (!stats?.isFile()) throw new FeedError(`${file}: there is no such file. Check "stock.feed.file".`);
  if (stats.size === 0 && !mayBeEmpty)
    throw new FeedError(`${file}: the file is empty. Ask the supplier to send it again.`);
  if (stats.size > MAX_FEED_BYTES) throw tooManyBytes(file, stats.size);
  return stats.size;
}

const versionOf = (file: string): string => {
  const stats = statSync(file, { throwIfNoEntry: false });
  return `${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`;
};

/** @throws FeedError for a feed that is fetched to a file first (sources/feed-source.ts) */
export function feedFile({ file }: Pick<FeedConfig, 'file'>, dealersDir: string): string {
  if (file === undefined) throw new FeedError('The feed has an address and no file.');
  return isAbsolute(file) ? file : resolve(dealersDir, file);
}

/** Fits a header of many columns, or some vehicles with descriptions. */
const HEAD_BYTES = 256 * 1024;

/** A text file of a feed with its encoding and start. */
type OpenPart = FeedPart & TextEncoding & { head: string; isShort: boolean };

/** A feed that can be read as often as needed. */
export type OpenFeed = {
  /** For messages. */
  file: string;
  /** In its archive. */
  photos: ArchivedPhotos | undefined;
  parts: readonly OpenPart[];
  /** Reads all rows in order, with the cells of these columns or else of the mapped ones. @throws FeedError */
  readRows(onRow: OnRow, columns?: ReadonlySet<string>): Promise<FeedFacts>;
  /** @throws FeedError if the file has changed since it was opened */
  checkUnchanged(): void;
  /** Deletes what was unpacked. */
  close(): void;
};

export type OpenOptions = {
  /** Incremental feeds may be empty, full feeds may not. */
  mayBeEmpty?: boolean;
  /** Folder for the photos of an archive; without it they are left out. */
  photosFolder?: string | undefined;
  /** Where archives are unpacked; they may be large. */
  workFolder?: string | undefined;
};

function openPart(part: FeedPart, feed: FeedConfig, mayBeEmpty: boolean): OpenPart {
  const size = sizeOf(part.path, mayBeEmpty, part.name);
  if (isArchive(part.path))
    throw new FeedError(
      `${part.name}: an archive inside the archive. Ask the supplier to pack the feed once.`,
    );
  if (feed.format === 'json' && size > MAX_JSON_BYTES) throw tooMuchJson(part.name, size);
  const encoding = encodingOf(part.path, feed.encoding, part.name);
  const head = [...textOf(part.path, encoding.encoding, HEAD_BYTES)].join('');
  refuseOtherFormat(part.name, feed.format, head);
  return { ...part, ...encoding, head, isShort: size <= HEAD_BYTES };
}

/**
 * Opens a feed: unpacks it and finds its encoding.
 * @throws FeedError naming file, location and remedy
 */
export async function openFeed(
  file: string,
  feed: FeedConfig,
  { mayBeEmpty = false, photosFolder, workFolder = tmpdir() }: OpenOptions = {},
): Promise<OpenFeed> {
  // Lists, headers and root elements are written even without vehicles; lines are not.
  sizeOf(file, mayBeEmpty && feed.format === 'ndjson');
  const version = versionOf(file);
  const { remove, ...packed } = await unpacked(file, feed, workFolder, photosFolder);
  try {
    const parts = packed.parts.map((part) => openPart(part, feed, mayBeEmpty && feed.format === 'ndjson'));
    const { columns } = compileMapping(feed);
    return {
      file,
      photos: packed.photos,
      parts,
      async readRows(onRow, others = columns) {
        const facts = await readParts(parts, feed, others, onRow);
        if (others === columns) refuseTwins(file, facts, columns);
        return facts;
      },
      close: remove,
      checkUnchanged() {
        if (versionOf(file) !== version)
          throw new FeedError(
            `${file}: it has changed while it was read. Import it again once it is written.`,
          );
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The text files of a feed; those of an archive are deleted by `remove`. */
async function unpacked(
  file: string,
  feed: FeedConfig,
  workFolder: string,
  photosFolder: string | undefined,
): Promise<UnpackedFeed & { remove: () => void }> {
  if (!isArchive(file)) return { parts: [{ name: file, path: file }], remove: () => {} };
  mkdirSync(workFolder, { recursive: true });
  const folder = mkdtempSync(join(workFolder, 'unpacked-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    return { ...(await unpackFeed(file, feed, folder, photosFolder)), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Reads parts as one feed. Rows are counted across them. */
async function readParts(
  parts: readonly OpenPart[],
  feed: FeedConfig,
  mapped: ReadonlySet<string>,
  onRow: OnRow,
): Promise<FeedFacts> {
  let before = 0;
  let all: FeedFacts | undefined;
  for (const part of parts) {
    let rows = 0;
    const facts = await readPart(part, feed, mapped, (row) => {
      rows += 1;
      if (before + rows > MAX_ROWS) throw tooManyRows(part.name);
      onRow(before === 0 ? row : { ...row, row: row.row + before });
    });
    before += rows;
    all = all ? joined(all, facts, feed, part.name) : facts;
  }
  return all ?? { columns: new Set() };
}

const differentFiles = (name: string): FeedError =>
  new FeedError(
    `${name}: the files of the archive have different columns. Name those of the feed in "stock.feed.files", e.g. "vehicles*.csv".`,
  );

/** Facts of two parts. A table must have its columns in each. */
function joined(one: FeedFacts, other: FeedFacts, { format }: FeedConfig, name: string): FeedFacts {
  const columns =
    format === 'csv' ? one.columns.intersection(other.columns) : one.columns.union(other.columns);
  if (format === 'csv' && columns.size === 0) throw differentFiles(name);
  return { ...one, ...other, columns };
}

async function readPart(
  part: OpenPart,
  feed: FeedConfig,
  mapped: ReadonlySet<string>,
  onRow: OnRow,
): Promise<FeedFacts> {
  let end = '';
  function* chunks(): Generator<string> {
    for (const text of textOf(part.path, part.encoding)) {
      end = (end + text).slice(-END_CHARACTERS);
      yield text;
    }
  }
  const found = await contentOf(part, feed, mapped, chunks(), onRow);
  const isWholeIfParsed = feed.format === 'json' || feed.format === 'xml';
  return {
    ...found,
    ...(isWholeIfParsed ? {} : { endsInLineBreak: endsInLineBreak(end) }),
    ...(part.isFound ? { foundEncoding: part.encoding } : {}),
  };
}

const END_CHARACTERS = 1000;
const endsInLineBreak = (text: string) => /[\r\n]/.test(text.slice(text.trimEnd().length));

async function contentOf(
  { name, head }: OpenPart,
  feed: FeedConfig,
  mapped: ReadonlySet<string>,
  chunks: Iterable<string>,
  onRow: OnRow,
): Promise<FeedFacts> {
  switch (feed.format) {
    case 'csv':
      return readTable(name, head, feed, mapped, chunks, onRow);
    case 'ndjson':
      return readNdjsonFeed(name, chunks, mapped, onRow);
    case 'xml':
      return readXmlFeed(name, chunks, feed.rows ?? findXmlRows(name, head, mapped) ?? [], mapped, onRow);
    case 'json':
      return readJsonFeed(name, [...chunks].join(''), feed.rows, mapped, onRow);
  }
}

/** Start of a feed, up to the end of a line. */
const headOf = ({ head, isShort }: OpenPart): string =>
  isShort ? head : head.slice(0, head.lastIndexOf('\n') + 1) || head;

/**
 * Columns of a feed, from the start of its file; for feeds of objects those of the first ones. Archives are not opened.
 * @returns undefined for an archive, and if the start contains no complete object
 * @throws FeedError naming file, location and remedy
 */
export function readFeedColumns(file: string, feed: FeedConfig): ReadonlySet<string> | undefined {
  sizeOf(file, false);
  if (isArchive(file)) return undefined;
  const part = openPart({ name: file, path: file }, feed, false);
  const text = headOf(part);
  const { columns: mapped } = compileMapping(feed);
  let rows = 0;
  const onRow = () => {
    rows += 1;
  };
  if (feed.format === 'csv') {
    const { table, settings } = tableIn(text, feed);
    const facts = headerColumns(file, table, mapped, settings);
    refuseTwins(file, facts, mapped);
    refuseWrongDelimiter(file, table, feed, mapped, facts.columns);
    return facts.columns;
  }
  const { columns } = readObjectsInHead(part, text, feed, mapped, onRow);
  return rows > 0 ? columns : undefined;
}

function readObjectsInHead(
  { name, isShort }: OpenPart,
  text: string,
  feed: FeedConfig,
  mapped: ReadonlySet<string>,
  onRow: OnRow,
): FeedFacts {
  if (feed.format === 'ndjson') return readNdjsonFeed(name, [text], mapped, onRow);
  if (feed.format === 'json')
    return isShort
      ? readJsonFeed(name, text, feed.rows, mapped, onRow)
      : readJsonHead(name, text, feed.rows, mapped, onRow);
  const rows = feed.rows ?? findXmlRows(name, text, mapped) ?? [];
  return readXmlFeed(name, [text], rows, mapped, onRow, { isHeadOnly: !isShort });
}

/** `sep=;`: added by Excel above the header. */
const SEPARATOR_LINE = /^sep=([^\r\n])[^\S\n]*\r?\n/iu;

function* without(prefix: number, chunks: Iterable<string>): Generator<string> {
  let rest = prefix;
  for (const chunk of chunks) {
    if (rest < chunk.length) yield rest === 0 ? chunk : chunk.slice(rest);
    rest = Math.max(0, rest - chunk.length);
  }
}

/** A table without the line that names its delimiter. */
function tableIn(text: string, feed: FeedConfig): { table: string; line: string; settings: CsvSettings } {
  const [line = '', stated] = SEPARATOR_LINE.exec(text) ?? [];
  return { table: text.slice(line.length), line, settings: { ...feed, delimiter: feed.delimiter ?? stated } };
}

async function readTable(
  file: string,
  head: string,
  feed: FeedConfig,
  mapped: ReadonlySet<string>,
  chunks: Iterable<string>,
  onRow: OnRow,
): Promise<FeedFacts> {
  const { table, line, settings } = tableIn(head, feed);
  const found = detectHead(table, mapped, settings);
  const facts = await readCsvFeed(file, without(line.length, chunks), found, mapped, onRow, {
    linesBefore: line === '' ? 0 : 1,
    quotes: feed.quotes,
    header: feed.header,
  });
  refuseWrongDelimiter(file, table, feed, mapped, facts.columns);
  return facts;
}

/** If a configured delimiter finds no mapped column, the message names the one that does. */
function refuseWrongDelimiter(
  file: string,
  table: string,
  feed: FeedConfig,
  mapped: ReadonlySet<string>,
  columns: ReadonlySet<string>,
): void {
  if ([...mapped].some((name) => columns.has(name))) return;
  const detected = detectHead(table, mapped, { ...feed, delimiter: undefined });
  if (feed.delimiter !== undefined && detected.delimiter !== feed.delimiter) {
    throw new FeedError(
      `${file}: the cells are separated by ${delimiterName(detected.delimiter)}, "stock.feed.delimiter" says ${delimiterName(feed.delimiter)}. Remove "delimiter": it is detected.`,
    );
  }
  const [only, ...others] = columns;
  if (only !== undefined && others.length === 0) {
    throw new FeedError(
      `${file}: the header is one cell, ${JSON.stringify(only.slice(0, 60))}: no comma, semicolon, tab or pipe separates it. Set "stock.feed.delimiter" to the character between cells, or ask the supplier.`,
    );
  }
}
