import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { countKnown } from '#src/features/stock/mapping/column-names.data.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import {
  type BrokenRow,
  columnSpelling,
  FeedError,
  type FeedFacts,
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

/** Looked for in a table whose settings name no delimiter. */
export const USUAL_DELIMITERS = [',', ';', '\t', '|', '^', '~'] as const;

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
};

/** For messages. */
export const delimiterName = (delimiter: string): string => DELIMITER_NAMES[delimiter] ?? `"${delimiter}"`;

/** Contains the header; a feed may have hundreds of columns. */
const HEAD_CHARACTERS = 64_000;
/** Exports may have titles and dates above their header. */
const MAX_LINES_ABOVE = 20;

/** How a table is written, as far as it is not detected. */
export type CsvSettings = {
  delimiter?: string | undefined;
  /** Whether cells may be quoted. */
  quotes: boolean;
  /** Whether the first row names the columns. */
  header: boolean;
};

/** The first records. @param as what is kept of a cell */
function recordsBy(
  delimiter: string,
  head: string,
  { quotes }: Pick<CsvSettings, 'quotes'>,
  as = (cell: string) => cell.trim().toLowerCase(),
): string[][] {
  const records: string[][] = [];
  try {
    parseAtOnce(head, {
      ...{
        delimiter,
        quote: quotes ? '"' : false,
        bom: true,
        relax_quotes: true,
        relax_column_count: true,
        skip_empty_lines: true,
      },
      to: MAX_LINES_ABOVE,
      on_record(record: string[]) {
        records.push(record.map(as));
        return undefined;
      },
    });
  } catch {
    // The text may be cut off inside a quote; earlier records are used.
  }
  return records;
}

type CsvHead = {
  delimiter: string;
  /** Number of records above the header. */
  above: number;
};

type HeaderCandidate = CsvHead & {
  mapped: number;
  /** Names that suppliers use. */
  known: number;
  cells: number;
};

const byNames = (a: HeaderCandidate, b: HeaderCandidate) => b.mapped - a.mapped || b.known - a.known;

/** The first record with the most mapped columns, or else with the most names that suppliers use. */
function headerBy(
  delimiter: string,
  head: string,
  mapped: ReadonlySet<string>,
  settings: CsvSettings,
): HeaderCandidate {
  const records = recordsBy(delimiter, head, settings);
  const none = { delimiter, above: 0, mapped: 0, known: 0, cells: 0 };
  if (!settings.header) return { ...none, cells: records[0]?.length ?? 0 };
  const found = records.map((record, above) => ({
    delimiter,
    above,
    mapped: record.filter((name) => mapped.has(name)).length,
    known: countKnown(record),
    cells: record.length,
  }));
  const [best] = found.toSorted((a, b) => byNames(a, b) || a.above - b.above);
  return best ?? none;
}

/**
 * Detects delimiter and header of a CSV: those with the most mapped columns, ignoring case, or else the delimiter with
 * the most columns. Commas win ties.
 * @param text start of the table
 */
export function detectHead(text: string, mappedColumns: ReadonlySet<string>, settings: CsvSettings): CsvHead {
  const head = text.slice(0, HEAD_CHARACTERS);
  const mapped = new Set([...mappedColumns].map((name) => name.toLowerCase()));
  const delimiters = settings.delimiter === undefined ? USUAL_DELIMITERS : [settings.delimiter];
  const [best] = delimiters
    .map((delimiter) => headerBy(delimiter, head, mapped, settings))
    .toSorted((a, b) => byNames(a, b) || b.cells - a.cells);
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
function* withoutLongLines(file: string, chunks: Iterable<string>): Generator<string> {
  let line = 1;
  let length = 0;
  const grow = (by: number) => {
    length += by;
    if (length > MAX_ROW_LENGTH) throw new FeedError(`${file}: line ${line}: ${LONG_ROW}`);
  };
  for (const chunk of chunks) {
    let start = 0;
    for (const {
      index,
      0: { length: width },
    } of chunk.matchAll(LINE_BREAK)) {
      grow(index - start);
      line += 1;
      length = 0;
      start = index + width;
    }
    grow(chunk.length - start);
    yield chunk;
  }
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

/** @throws FeedError if there are too many columns */
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

/** Columns of a table, from its start. @throws FeedError */
export function headerColumns(
  file: string,
  text: string,
  mappedColumns: ReadonlySet<string>,
  settings: CsvSettings,
): Pick<FeedFacts, 'columns' | 'oddColumns'> {
  const { delimiter, above } = detectHead(text, mappedColumns, settings);
  const record = recordsBy(delimiter, text, settings, (name) => name)[above] ?? [];
  return readHeader(file, settings.header ? record : numbered(record), mappedColumns);
}

/** @throws FeedError if a column that a field needs appears twice */
export function refuseTwins(
  file: string,
  { oddColumns }: Pick<FeedFacts, 'oddColumns'>,
  mappedColumns: ReadonlySet<string>,
): void {
  const twin = oddColumns?.repeated.find((name) => mappedColumns.has(name));
  if (twin !== undefined)
    throw new FeedError(
      `${file}: row 1: column "${twin}" appears twice, and "stock.feed.columns" maps it. Give each of the two its own name.`,
    );
}

/** Columns of a table without a header: "1", "2", "3". */
const numbered = (record: readonly string[]): string[] => record.map((_, at) => String(at + 1));

/**
 * Reads the rows of a table (FEED-04).
 * @param head includes the number of records above the header
 * @param options.linesBefore lines of the file before the text
 * @throws FeedError if there is no usable header, or the quoting makes rows ambiguous
 */
export async function readCsvFeed(
  file: string,
  chunks: Iterable<string>,
  { delimiter, above }: CsvHead,
  mappedColumns: ReadonlySet<string>,
  onRow: (row: FeedRow | BrokenRow) => void,
  { linesBefore = 0, quotes = true, header: hasHeader = true } = {},
): Promise<Pick<FeedFacts, 'columns' | 'oddColumns' | 'delimiter'>> {
  let header: Header | undefined;
  let passed = 0;
  let cells = 0;
  let rows = 0;

  function readRecord(record: string[]): void {
    if (!header) {
      passed += 1;
      if (passed <= above) return;
      header = readHeader(file, hasHeader ? record : numbered(record), mappedColumns);
      if (hasHeader) return;
    }
    const row = linesBefore + above + rows + (hasHeader ? 2 : 1);
    cells += record.length;
    if (cells > MAX_CELLS) throw tooManyCells(file, row);
    if (rows === MAX_ROWS) throw tooManyRows(file);
    rows += 1;
    onRow(toRow(header, record, row));
  }

  const parser = parse({
    delimiter,
    quote: quotes ? '"' : false,
    bom: true,
    relax_column_count: true,
    // 19" wheels: quotes inside a cell are usually inch signs.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_LENGTH,
    on_record(record: string[]) {
      readRecord(record);
      // Nothing is retained by the parser.
      return undefined;
    },
  });
  parser.resume();
  try {
    await pipeline(Readable.from(withoutLongLines(file, chunks)), parser);
  } catch (error) {
    if (error instanceof CsvError)
      throw new FeedError(`${file}: line ${error.lines ?? '?'}: ${remedyFor(error)}`);
    throw error;
  }
  const { columns, oddColumns } = header ?? readHeader(file, [], mappedColumns);
  return { columns, oddColumns, delimiter };
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
