import type { FeedConfig, FeedDelimiter } from '#src/config/sections/stock/stock-section.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';

/** A feed that cannot be read at all. The message names place and remedy; nothing has been written. */
export class FeedError extends Error {
  override name = 'FeedError';
}

/** Texts of one row by column name, only of mapped columns; `row` counts from 1, with a CSV's header as row 1. */
export type FeedRow = { row: number; cells: Readonly<Record<string, string>> };

/** A row the format itself makes unreadable. */
export type BrokenRow = {
  row: number;
  broken: string;
  /** The text of a row that ends before it is complete. */
  short?: string;
};

/** Columns that no field needs and that have no name of their own: they cost nothing. */
export type OddColumns = {
  /** Names that several columns have, each once. */
  repeated: readonly string[];
  /** How many have no name. */
  unnamed: number;
};

export type FeedContent = {
  /** The names in the feed; of a feed of objects at most so many as a CSV may have. */
  columns: ReadonlySet<string>;
  /** Of a CSV. */
  oddColumns?: OddColumns;
  rows: (FeedRow | BrokenRow)[];
  /** Whether the file ends in a line break; unknown for JSON, which is complete if it parses. */
  endsInLineBreak?: boolean;
  /** Of a CSV. */
  delimiter?: FeedDelimiter;
  /** By the bytes of the feed, where it is neither the default nor what is stated. */
  foundEncoding?: string;
};

/** Replaces bytes that are not text; cells that contain it are refused individually. */
export const UNREADABLE = '\uFFFD';

const BYTES_PER_MB = 1024 * 1024;

/** Of a feed as sent, and as decompressed: 100,000 vehicles with descriptions. Larger feeds are a mistake or an attack. */
export const MAX_FEED_BYTES = 96 * BYTES_PER_MB;
/** Exports of whole databases have hundreds. */
export const MAX_COLUMNS = 2000;
export const MAX_ROWS = 100_000;
/** 100,000 vehicles in 200 columns. */
export const MAX_CELLS = 20_000_000;
/** Characters of one row; a vehicle with a long description stays far below. */
export const MAX_ROW_LENGTH = 1_000_000;
/** Lists and objects inside each other; suppliers use about five. */
export const MAX_NESTING = 64;

const REMEDY = 'Split the feed, or ask the supplier to check it.';

export const tooManyBytes = (file: string, bytes: number): FeedError =>
  new FeedError(
    `${file}: ${Math.round(bytes / BYTES_PER_MB)} MB, at most ${MAX_FEED_BYTES / BYTES_PER_MB} MB are read. ${REMEDY}`,
  );

export const tooManyRows = (file: string): FeedError =>
  new FeedError(`${file}: more than ${formatNumber(MAX_ROWS)} rows. ${REMEDY}`);

/** @param row where the limit is passed */
export const tooManyCells = (file: string, row: number): FeedError =>
  new FeedError(`${file}: row ${row}: more than ${formatNumber(MAX_CELLS)} cells until here. ${REMEDY}`);

export const tooManyColumns = (file: string, columns: number): FeedError =>
  new FeedError(
    `${file}: row 1: ${formatNumber(columns)} columns, at most ${formatNumber(MAX_COLUMNS)} are read. Look for a missing line break after the header or the wrong "stock.feed.delimiter", or ask the supplier for fewer columns.`,
  );

const HEAD_CHARACTERS = 4000;
const HTML = /^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html|head|body|title)\b/i;
const XML = /^<(?:\?xml\b|!--|[a-z][\w:.-]*[\s/>])/i;
const TITLE = /<title[^>]*>([^<]{1,100})/i;
const JSON_LIST = /^\[\s*(?:\{|\])/;
const JSON_OBJECT = /^\{\s*(?:"|\})/;
/** Two objects in two lines. */
const JSON_LINES = /^\{".*\}[^\S\n]*\n\s*\{"/;

const firstLine = (head: string) => JSON.stringify((/^.*/.exec(head)?.[0] ?? '').slice(0, 60));

/** What a text is by its beginning, if it is no feed of that format; and what to do about it. */
function otherFormat(format: FeedConfig['format'], text: string): string | undefined {
  const head = text.slice(0, HEAD_CHARACTERS).trimStart();
  if (HTML.test(head)) {
    const title = TITLE.exec(head)?.[1]?.trim();
    return `an HTML page${title ? ` ("${title}")` : ''}, not a feed. Its address may have changed, or needs "stock.feed.authorization"; open it in a browser, or ask the supplier`;
  }
  if (XML.test(head)) return 'XML, which is not read. Ask the supplier for CSV or JSON';
  if (head === '') return undefined;
  const isJson = JSON_LIST.test(head) || JSON_OBJECT.test(head);
  if (format === 'csv' && isJson) {
    const found = JSON_LINES.test(head) ? 'ndjson' : 'json';
    return `JSON, and "stock.feed.format" says csv. Set it to "${found}"`;
  }
  if (format !== 'csv' && !/^[[{]/.test(head))
    return `no JSON, and "stock.feed.format" says ${format}: it begins with ${firstLine(head)}. Set it to "csv" if that is a header, else ask the supplier to send it again`;
  return undefined;
}

/** @throws FeedError that names what the text is, if not a feed of this format */
export function refuseOtherFormat(file: string, format: FeedConfig['format'], text: string): void {
  const other = otherFormat(format, text);
  if (other !== undefined) throw new FeedError(`${file}: ${other}.`);
}

/** The name of a column as the settings spell it; one that no setting names stays as it is. */
export type ColumnSpelling = (name: string, isColumn: (name: string) => boolean) => string;

/**
 * Columns are found whatever the case of their names: `Make` is `make`, unless the feed has a column `make` as well.
 * @param mappedColumns as the settings spell them
 */
export function columnSpelling(mappedColumns: ReadonlySet<string>): ColumnSpelling {
  const byLowerCase = new Map<string, string | undefined>();
  for (const name of mappedColumns) {
    const key = name.toLowerCase();
    // Two that differ in case alone are two columns.
    byLowerCase.set(key, byLowerCase.has(key) ? undefined : name);
  }
  return (name, isColumn) => {
    if (mappedColumns.has(name)) return name;
    const mapped = byLowerCase.get(name.toLowerCase());
    return mapped !== undefined && !isColumn(mapped) ? mapped : name;
  };
}

/** Validators of a feed from its last fetch, for the sender to compare. */
export type FeedSeen = { etag: string | null; lastModified: string | null };

export type FeedFetched = { kind: 'fetched'; bytes: number; hash: string } & FeedSeen;

export type FeedResponse =
  /** The feed is in the file that was named. */
  | FeedFetched
  /** As it was when it was last fetched. */
  | { kind: 'unchanged' }
  /** A short code: never the address, which may hold a key, and never what the sender wrote. */
  | { kind: 'failed'; code: string };

export type FeedRequest = {
  url: string;
  /** The Authorization header. */
  authorization?: string | undefined;
  seen: FeedSeen;
  /** Where the feed is written. */
  file: string;
  /** `host:port` that may be private. */
  allowedHosts: ReadonlySet<string>;
  signal: AbortSignal;
};

export type FeedLimits = {
  /** Of the feed as sent, and as decompressed. */
  maxBytes: number;
  /** From the look-up of the name to the last byte. */
  totalMs: number;
  /** Without a byte. */
  stallMs: number;
};
