import { CsvError, type Info, parse } from 'csv-parse/sync';
import type { FeedDelimiter } from '#src/config/sections/feed.ts';
import { formatNumber } from '#src/domain/format-number.ts';
import { type BrokenRow, type FeedContent, FeedError, type FeedRow } from './feed.ts';

/** Characters of one row; a vehicle with a long description stays far below. */
const MAX_ROW_LENGTH = 1_000_000;

/** Spreadsheets leave such a quote unclosed; everything after it would be one cell. */
const remedyFor = (error: CsvError) =>
  error.code === 'CSV_MAX_RECORD_SIZE'
    ? `a row of more than ${formatNumber(MAX_ROW_LENGTH)} characters. Look for a quote that is never closed, or a missing line break.`
    : `${error.message}. Look for a quote that is never closed, or the wrong "stock.feed.delimiter".`;

/** @throws FeedError when there is no usable header, or the quoting makes rows indistinguishable */
export function readCsvFeed(file: string, text: string, delimiter: FeedDelimiter): FeedContent {
  let records: { record: string[]; info: Info }[];
  try {
    records = parse(text, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: true,
      // 19" wheels: a quote inside a cell is usually an inch sign.
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_LENGTH,
    }) as unknown as { record: string[]; info: Info }[];
  } catch (error) {
    if (error instanceof CsvError)
      throw new FeedError(`${file}: line ${error.lines ?? '?'}: ${remedyFor(error)}`);
    throw error;
  }
  const [header, ...body] = records;
  const names = header?.record.map((name) => name.trim()) ?? [];
  const twins = names.filter((name, at) => names.indexOf(name) !== at);
  if (twins.length > 0) {
    throw new FeedError(`${file}: row 1: column "${twins[0]}" appears twice. Give each column its own name.`);
  }
  const rows = body.map(({ record }, at) => toRow(names, record, at + 2));
  return { columns: new Set(names), rows, delimiter };
}

function toRow(names: readonly string[], record: readonly string[], row: number): FeedRow | BrokenRow {
  if (record.length !== names.length) {
    return {
      row,
      broken: `${record.length} cells where the header has ${names.length}`,
      ...(record.length < names.length ? { short: record.join(' ') } : {}),
    };
  }
  return { row, cells: Object.fromEntries(names.map((name, at) => [name, record[at] ?? ''])) };
}
