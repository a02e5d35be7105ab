import type { FeedConfig, FeedEncoding } from '#src/config/sections/stock/feed-section.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';

export type FeedFormat = FeedConfig['format'];

const HEAD_CHARACTERS = 4000;
const HTML = /^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html|head|body|title)\b/i;
const XML = /^<(?:\?xml\b|!--|!doctype\b|[a-z_][\w:.-]*[\s/>])/i;
const TITLE = /<title[^>]*>([^<]{1,100})/i;
const SIGN_IN = /<input[^>]+type=["']?password|\b(?:log|sign)[\s-]?in\b/i;
const JSON_LIST = /^\[\s*(?:\{|\]|\[)/;
const JSON_OBJECT = /^\{\s*(?:"|\})/;
/** Two objects in two lines. */
const JSON_LINES = /^\{".*\}[^\S\n]*\n\s*\{"/;

const firstLine = (head: string) => JSON.stringify((/^.*/.exec(head)?.[0] ?? '').slice(0, 60));

/** The format of a text, by its start; undefined for an HTML page and an empty text. */
export function formatOf(text: string): FeedFormat | undefined {
  const head = text.slice(0, HEAD_CHARACTERS).trimStart();
  if (head === '' || HTML.test(head)) return undefined;
  if (XML.test(head)) return 'xml';
  if (JSON_LIST.test(head)) return 'json';
  if (!JSON_OBJECT.test(head)) return 'csv';
  return JSON_LINES.test(head) ? 'ndjson' : 'json';
}

const NAMES: Readonly<Record<FeedFormat, string>> = {
  csv: 'a table',
  json: 'JSON',
  ndjson: 'JSON, an object a line',
  xml: 'XML',
};

/** What a text is instead of the stated format, with a remedy. */
function otherThan(stated: FeedFormat, text: string): string | undefined {
  const head = text.slice(0, HEAD_CHARACTERS).trimStart();
  if (head === '') return undefined;
  if (HTML.test(head)) {
    const title = TITLE.exec(head)?.[1]?.trim();
    const what = SIGN_IN.test(head) ? 'a page to sign in' : 'an HTML page';
    return `${what}${title ? ` ("${title}")` : ''}, not a feed. Its address may have changed, or needs "stock.feed.authorization"; open it in a browser, or ask the supplier`;
  }
  const found = formatOf(text);
  if (found === undefined || found === stated) return undefined;
  // One object in the first line may be all that an incremental feed of either kind has.
  if (found === 'json' && stated === 'ndjson' && head.startsWith('{')) return undefined;
  if (found === 'ndjson' && stated === 'json')
    return `${NAMES.ndjson}, and "stock.feed.format" says json. Set it to "ndjson"`;
  if (found === 'csv')
    return `no ${stated.toUpperCase()}, and "stock.feed.format" says ${stated}: it begins with ${firstLine(head)}. Set it to "csv" if that is a header, else ask the supplier to send it again`;
  return `${found === 'xml' ? 'XML' : 'JSON'}, and "stock.feed.format" says ${stated}. Set it to "${found}"`;
}

/** @throws FeedError naming the detected format, if it is another one */
export function refuseOtherFormat(file: string, format: FeedFormat, text: string): void {
  const other = otherThan(format, text);
  if (other !== undefined) throw new FeedError(`${file}: ${other}.`);
}

/** A feed that cannot be read at all. The message names location and remedy; nothing has been written. */
export class FeedError extends Error {
  override name = 'FeedError';
}

/** Texts of a row by mapped column; `row` counts from 1, where the header of a CSV is row 1. */
export type FeedRow = { row: number; cells: Readonly<Record<string, string>> };

/** A row that cannot be parsed. */
export type BrokenRow = {
  row: number;
  broken: string;
  /** Text of a row that ends early. */
  short?: string;
};

/** Unnamed and duplicate columns that no field needs, which are harmless. */
export type OddColumns = {
  /** Duplicate names. */
  repeated: readonly string[];
  /** Number of columns without a name. */
  unnamed: number;
};

/** What a feed turned out to be, once it is read. */
export type FeedFacts = {
  /** Column names; for feeds of objects limited to the maximum for CSV. */
  columns: ReadonlySet<string>;
  /** Only for CSV. */
  oddColumns?: OddColumns;
  /** Whether the file ends with a line break; undefined for JSON and XML, which are complete if they parse. */
  endsInLineBreak?: boolean;
  /** Only for CSV. */
  delimiter?: string;
  /** Detected encoding, if it is neither the default nor a stated one. */
  foundEncoding?: FeedEncoding;
};

/** Replaces invalid bytes; cells that contain it are rejected individually. */
export const UNREADABLE = '\uFFFD';

const BYTES_PER_MB = 1024 * 1024;

/**
 * Limit before and after decompression: 250,000 vehicles with descriptions. Larger feeds are a mistake or an attack.
 */
export const MAX_FEED_BYTES = 512 * BYTES_PER_MB;
/** The text of a JSON feed is in memory while it is read. */
export const MAX_JSON_BYTES = 96 * BYTES_PER_MB;
/** Exports of whole databases have hundreds. */
export const MAX_COLUMNS = 2000;
export const MAX_ROWS = 250_000;
/** 250,000 vehicles in 200 columns. */
export const MAX_CELLS = 50_000_000;
/** Characters of a row, far more than a vehicle with a long description. */
export const MAX_ROW_LENGTH = 1_000_000;
/** Maximum depth; suppliers use about five. */
export const MAX_NESTING = 64;

const REMEDY = 'Split the feed, or ask the supplier to check it.';

export const tooManyBytes = (file: string, bytes: number): FeedError =>
  new FeedError(
    `${file}: ${Math.round(bytes / BYTES_PER_MB)} MB, at most ${MAX_FEED_BYTES / BYTES_PER_MB} MB are read. ${REMEDY}`,
  );

export const tooMuchJson = (file: string, bytes: number): FeedError =>
  new FeedError(
    `${file}: ${Math.round(bytes / BYTES_PER_MB)} MB, at most ${MAX_JSON_BYTES / BYTES_PER_MB} MB of JSON are read. Ask the supplier for NDJSON, one object a line, which may be larger, or split the feed.`,
  );

export const tooManyRows = (file: string): FeedError =>
  new FeedError(`${file}: more than ${formatNumber(MAX_ROWS)} rows. ${REMEDY}`);

/** @param row that exceeds the limit */
export const tooManyCells = (file: string, row: number): FeedError =>
  new FeedError(`${file}: row ${row}: more than ${formatNumber(MAX_CELLS)} cells until here. ${REMEDY}`);

export const tooManyColumns = (file: string, columns: number): FeedError =>
  new FeedError(
    `${file}: row 1: ${formatNumber(columns)} columns, at most ${formatNumber(MAX_COLUMNS)} are read. Look for a missing line break after the header or the wrong "stock.feed.delimiter", or ask the supplier for fewer columns.`,
  );

/** Maps column names to the spelling in the settings; others are unchanged. */
type ColumnSpelling = (name: string, isColumn: (name: string) => boolean) => string;

/**
 * Column names are matched ignoring case, unless the feed has a column with the exact name.
 * @param mappedColumns as spelt in the settings
 */
export function columnSpelling(mappedColumns: ReadonlySet<string>): ColumnSpelling {
  const byLowerCase = new Map<string, string | undefined>();
  for (const name of mappedColumns) {
    const key = name.toLowerCase();
    // Settings that differ only in case are distinct columns.
    byLowerCase.set(key, byLowerCase.has(key) ? undefined : name);
  }
  return (name, isColumn) => {
    if (mappedColumns.has(name)) return name;
    const mapped = byLowerCase.get(name.toLowerCase());
    return mapped !== undefined && !isColumn(mapped) ? mapped : name;
  };
}

/** HTTP validators of the last fetch. */
export type FeedSeen = { etag: string | null; lastModified: string | null };

export type FeedFetched = { kind: 'fetched'; bytes: number; hash: string } & FeedSeen;

export type FeedResponse =
  /** The feed is in the requested file. */
  | FeedFetched
  /** 304. */
  | { kind: 'unchanged' }
  /** Error code; never contains the address, which may include a key, or text from the sender. */
  | { kind: 'failed'; code: string };

export type FeedRequest = {
  url: string;
  /** The Authorization header. */
  authorization?: string | undefined;
  seen: FeedSeen;
  /** Output file. */
  file: string;
  /** `host:port` that may be private. */
  allowedHosts: ReadonlySet<string>;
  signal: AbortSignal;
};

export type FeedLimits = {
  /** Before and after decompression. */
  maxBytes: number;
  /** From DNS lookup to the last byte. */
  totalMs: number;
  /** Timeout between bytes. */
  stallMs: number;
};
