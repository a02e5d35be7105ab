import { CsvError, parse } from 'csv-parse/sync';
import { FEED_DELIMITERS, type FeedDelimiter } from '#src/config/sections/stock/stock-section.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import {
  type BrokenRow,
  columnSpelling,
  type FeedContent,
  FeedError,
  type FeedRow,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_ROW_LENGTH,
  MAX_ROWS,
  type OddColumns,
  tooManyCells,
  tooManyColumns,
  tooManyRows,
} from './feed-content.ts';

/** Contains the header; a feed may have hundreds of columns. */
const HEAD_CHARACTERS = 64_000;
/** Exports may have titles and dates above their header. */
const MAX_LINES_ABOVE = 20;

function recordsBy(delimiter: FeedDelimiter, head: string): string[][] {
  const records: string[][] = [];
  try {
    parse(head, {
      ...{ delimiter, bom: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true },
      to: MAX_LINES_ABOVE,
      on_record(record: string[]) {
        records.push(record.map((name) => name.trim().toLowerCase()));
        return undefined;
      },
    });
  } catch {
    // The text may be cut off inside a quote; earlier records are used.
  }
  return records;
}

type CsvHead = {
  delimiter: FeedDelimiter;
  /** Number of records above the header. */
  above: number;
};

type HeaderCandidate = CsvHead & { mapped: number; cells: number };

/** The first record with the most mapped columns. */
function headerBy(delimiter: FeedDelimiter, head: string, mapped: ReadonlySet<string>): HeaderCandidate {
  const found = recordsBy(delimiter, head).map((record, above) => ({
    delimiter,
    above,
    mapped: record.filter((name) => mapped.has(name)).length,
    cells: record.length,
  }));
  const [best] = found.toSorted((a, b) => b.mapped - a.mapped || a.above - b.above);
  return best ?? { delimiter, above: 0, mapped: 0, cells: 0 };
}

/**
 * Detects delimiter and header of a CSV: those with the most mapped columns, ignoring case, or else the delimiter with
 * the most columns. Commas win ties.
 * @param stated the delimiter, if known
 */
export function detectHead(
  text: string,
  mappedColumns: ReadonlySet<string>,
  stated?: FeedDelimiter,
): CsvHead {
  const head = text.slice(0, HEAD_CHARACTERS);
  const mapped = new Set([...mappedColumns].map((name) => name.toLowerCase()));
  const delimiters = stated === undefined ? FEED_DELIMITERS : [stated];
  const [best] = delimiters
    .map((delimiter) => headerBy(delimiter, head, mapped))
    .toSorted((a, b) => b.mapped - a.mapped || b.cells - a.cells);
  return { delimiter: best?.delimiter ?? ',', above: best?.above ?? 0 };
}

const LONG_ROW = `a row of more than ${formatNumber(MAX_ROW_LENGTH)} characters. Look for a quote that is never closed, or a missing line break.`;

/** Spreadsheets may leave such a quote unclosed, which would extend the cell to the end of the file. */
const remedyFor = (error: CsvError) =>
  error.code === 'CSV_MAX_RECORD_SIZE'
    ? LONG_ROW
    : 'it cannot be split into cells. Look for a quote that is never closed, or the wrong "stock.feed.delimiter".';

const LINE_BREAK = /\r\n?|\n/g;

/** The parser does not limit the number of delimiters in a row. */
function refuseLongLines(file: string, text: string): void {
  let line = 1;
  let start = 0;
  const check = (end: number) => {
    if (end - start > MAX_ROW_LENGTH) throw new FeedError(`${file}: line ${line}: ${LONG_ROW}`);
  };
  for (const {
    index,
    0: { length },
  } of text.matchAll(LINE_BREAK)) {
    check(index);
    line += 1;
    start = index + length;
  }
  check(text.length);
}

type Header = {
  columns: ReadonlySet<string>;
  oddColumns: OddColumns;
  width: number;
  /** Cells from here on belong to unnamed columns. */
  namedWidth: number;
  /** Mapped columns with their indexes. */
  mapped: readonly (readonly [name: string, at: number])[];
};

/** @throws FeedError if there are too many columns, or a mapped name is ambiguous */
function readHeader(file: string, record: readonly string[], mappedColumns: ReadonlySet<string>): Header {
  if (record.length > MAX_COLUMNS) throw tooManyColumns(file, record.length);
  const written = record.map((name) => name.trim());
  const columns = new Set(written);
  const spelling = columnSpelling(mappedColumns);
  const names = written.map((name) => spelling(name, (other) => columns.has(other)));
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, name] of names.entries()) {
    if (name === '') continue;
    if (places.has(name)) repeated.add(name);
    else places.set(name, at);
  }
  const twin = [...repeated].find((name) => mappedColumns.has(name));
  if (twin !== undefined)
    throw new FeedError(
      `${file}: row 1: column "${twin}" appears twice, and "stock.feed.columns" maps it. Give each of the two its own name.`,
    );
  return {
    columns: new Set(places.keys()),
    oddColumns: {
      repeated: [...repeated],
      unnamed: names.reduce((count, name) => (name === '' ? count + 1 : count), 0),
    },
    width: names.length,
    namedWidth: names.findLastIndex((name) => name !== '') + 1,
    mapped: [...places].filter(([name]) => mappedColumns.has(name)),
  };
}

/**
 * @param head includes the number of records above the header
 * @param options.linesBefore lines of the file before the text
 * @param options.isHeaderOnly whether to skip the rows
 * @throws FeedError if there is no usable header, or the quoting makes rows ambiguous
 */
export function readCsvFeed(
  file: string,
  text: string,
  { delimiter, above }: CsvHead,
  mappedColumns: ReadonlySet<string>,
  { linesBefore = 0, isHeaderOnly = false } = {},
): FeedContent {
  refuseLongLines(file, text);
  let header: Header | undefined;
  let passed = 0;
  let cells = 0;
  const rows: (FeedRow | BrokenRow)[] = [];
  try {
    parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      // 19" wheels: quotes inside a cell are usually inch signs.
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_LENGTH,
      ...(isHeaderOnly && { to: above + 1 }),
      on_record(record: string[]) {
        if (!header) {
          passed += 1;
          if (passed > above) header = readHeader(file, record, mappedColumns);
          return undefined;
        }
        const row = linesBefore + above + rows.length + 2;
        cells += record.length;
        if (cells > MAX_CELLS) throw tooManyCells(file, row);
        if (rows.length === MAX_ROWS) throw tooManyRows(file);
        rows.push(toRow(header, record, row));
        // Nothing is retained by the parser: only mapped cells of a wide feed stay in memory.
        return undefined;
      },
    });
  } catch (error) {
    if (error instanceof CsvError)
      throw new FeedError(`${file}: line ${error.lines ?? '?'}: ${remedyFor(error)}`);
    throw error;
  }
  const { columns, oddColumns } = header ?? readHeader(file, [], mappedColumns);
  return { columns, oddColumns, rows, delimiter };
}

/** Whether missing or excess cells do not belong to a named column. */
function fits({ width, namedWidth }: Header, record: readonly string[]): boolean {
  if (record.length <= width) return record.length >= namedWidth;
  return record.findLastIndex((cell) => cell !== '') < width;
}

function toRow(header: Header, record: readonly string[], row: number): FeedRow | BrokenRow {
  if (!fits(header, record)) {
    return {
      row,
      broken: `${record.length} cells where the header has ${header.width}`,
      ...(record.length < header.width ? { short: record.join(' ') } : {}),
    };
  }
  return { row, cells: Object.fromEntries(header.mapped.map(([name, at]) => [name, record[at] ?? ''])) };
}
