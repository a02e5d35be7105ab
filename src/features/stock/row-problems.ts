import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import type { OddColumns } from './parsing/feed-content.ts';

export type ProblemReason =
  | 'unreadable_bytes'
  | 'broken_row'
  | 'missing'
  | 'not_understood'
  | 'not_allowed'
  /** Readable, but impossible for a vehicle. */
  | 'implausible'
  | 'duplicate'
  /** Imported, but should be reviewed. */
  | 'doubtful';

/** A problem in a cell or row, with its remedy. Either the row is skipped, or the value is left out. */
export type RowProblem = {
  row: number;
  column: string;
  /** Truncated. */
  value: string;
  /** Field and full word, if the dealer file can map it under "stock.feed.values". */
  unmapped?: { field: FeedFieldName; word: string };
  reason: ProblemReason;
  expected: string;
  remedy: string;
  skipped: boolean;
};

/** A rule's finding about a field of a vehicle. */
export type Finding = Omit<RowProblem, 'row' | 'column'> & {
  field: FeedFieldName;
  /** Fields left out of the vehicle. */
  leavesOut?: readonly FeedFieldName[];
};

const SHOWN_LENGTH = 60;

export const shorten = (text: string): string =>
  text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;

/** A row that cannot be parsed. */
export const brokenRow = (row: number, broken: string): RowProblem => ({
  row,
  column: '',
  value: broken,
  reason: 'broken_row',
  expected: 'a row that fits the header',
  remedy: 'Correct the row; look for a delimiter or a quote inside a cell.',
  skipped: true,
});

/** Duplicate or unnamed columns that no field needs. */
export const oddHeader = ({ repeated, unnamed }: OddColumns): RowProblem[] => {
  const about = (value: string, expected: string): RowProblem => ({
    ...{ row: 1, column: '', value: shorten(value), reason: 'doubtful', expected, skipped: false },
    remedy: 'Do nothing if no field of a vehicle needs them: they are not read.',
  });
  return [
    ...(repeated.length > 0 ? [about(repeated.join(', '), 'each column name once')] : []),
    ...(unnamed > 0 ? [about(`${unnamed} without a name`, 'a name for every column')] : []),
  ];
};

/** Rows that `only` passes over. */
export const othersRows = (count: number, columns: readonly string[]): RowProblem => ({
  ...{
    row: 1,
    column: columns.join(', '),
    value: `${count} rows of others`,
    reason: 'doubtful',
    skipped: false,
  },
  expected: 'rows that "stock.feed.only" names; the others were passed over',
  remedy: 'Do nothing if they are of other dealers.',
});

/** The encoding was detected from the bytes. */
export const foundEncoding = (encoding: string): RowProblem => ({
  row: 1,
  column: '',
  value: encoding,
  reason: 'doubtful',
  expected: `the encoding of "stock.feed.encoding", or UTF-8; by its bytes the feed is ${encoding}, and was read as that`,
  remedy: 'Do nothing if names with accents are right, else ask the supplier for UTF-8.',
  skipped: false,
});

/** A short last row such as a total. */
export const trailerRow = (row: number, text: string): RowProblem => ({
  row,
  column: '',
  value: shorten(text),
  reason: 'broken_row',
  expected: 'a vehicle in every row',
  remedy: 'Do nothing if the row closes the feed: no vehicle was skipped.',
  skipped: true,
});

/** A cell with bytes that are invalid in the feed's encoding. */
export const UNREADABLE_CELL = {
  reason: 'unreadable_bytes',
  refused: 'text in the encoding of the feed',
  remedy: 'Ask the supplier for UTF-8, or set "stock.feed.encoding" to "windows-1252" if the feed is in it.',
} as const;

/** @param known shared stock number or VIN */
export const duplicateRow = (row: number, column: string, known: string | undefined): RowProblem => ({
  row,
  column: known === undefined ? '' : column,
  value: known ?? 'the whole row',
  reason: 'duplicate',
  expected: 'each vehicle once',
  remedy: 'The last row counts; remove the others from the feed.',
  skipped: true,
});

/** A stock number of several cars. @param row the first one */
export const sharedNumber = (row: number, number: string): RowProblem => ({
  row,
  column: 'stocknum',
  value: shorten(number),
  reason: 'doubtful',
  expected: 'a stock number that no vehicle of another VIN has',
  remedy: 'Give each vehicle its own stock number; until then its VIN identifies it.',
  skipped: false,
});

/** A change that does not identify its vehicle. */
export const namelessRow = (row: number, column: string): RowProblem => ({
  row,
  column,
  value: '',
  reason: 'missing',
  expected: 'a stock number or a VIN in every row of an incremental feed',
  remedy: 'Fill the stock number or the VIN, or import a feed of the whole stock with --full.',
  skipped: true,
});

/** Withdraws a vehicle that does not exist. @param named stock number or VIN */
export const unknownWithdrawal = (row: number, named: string): RowProblem => ({
  row,
  column: '',
  value: shorten(named),
  reason: 'doubtful',
  expected: 'a vehicle that was imported before',
  remedy: 'Check the stock number or VIN: nothing was taken out of stock by this row.',
  skipped: false,
});

/** A CSV truncated inside its last cell looks complete. */
export const doubtfulEnd = (row: number): RowProblem => ({
  row,
  column: '',
  value: 'no line break at the end',
  reason: 'doubtful',
  expected: 'a line break after the last row, as in the last import',
  remedy: 'Check that the feed arrived whole, and the last cell of its last row.',
  skipped: false,
});

/** A mapped key that no object in the feed has. */
export const absentKey = (column: string): RowProblem => ({
  row: 1,
  column,
  value: '',
  reason: 'doubtful',
  expected: 'a key of this name in some row',
  remedy: 'Correct "stock.feed.columns", unless this is intended.',
  skipped: false,
});

/** Columns of a preset that the feed does not have. */
export const lackedOptional = (columns: readonly string[]): RowProblem => ({
  row: 1,
  column: '',
  value: `${columns.length} not in this feed`,
  reason: 'doubtful',
  expected: `the columns of "stock.feed.optionalColumns"; there is no ${columns.map((name) => `"${name}"`).join(', ')}`,
  remedy: 'Do nothing if the supplier sends none of them, else map what this feed calls them.',
  skipped: false,
});
