import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { collectProblems, type ProblemCollector, unmappedLines } from '#src/features/stock/found-problems.ts';
import { formatsJudge } from '#src/features/stock/mapping/column-formats.ts';
import { compileMapping, lackedColumns, namedColumns } from '#src/features/stock/mapping/column-mapping.ts';
import {
  type BrokenRow,
  FeedError,
  type FeedFacts,
  type FeedRow,
} from '#src/features/stock/parsing/feed-content.ts';
import {
  absentKey,
  brokenRow,
  foundEncoding,
  lackedOptional,
  namelessRow,
  oddHeader,
  othersRows,
  trailerRow,
} from '#src/features/stock/row-problems.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { statedIdentity } from '#src/features/vehicle/vehicle-identity.ts';
import { type Clock, zonedDate } from '#src/platform/time/clock.ts';
import { checkVehicle } from './check-vehicle.ts';
import { readFeedRow } from './feed-row.ts';
import type { OpenFeed } from './read-feed.ts';
/** A truncated last row, without a final line break. */
export type CutRow = BrokenRow & { short: string };

const CLOSING =
  /^(?:totals?|count|sum|records?|rows|lines|entries|end|eof|eod|trailer|footer|exported|generated)$/i;
/** Only next to a closing word; alone they may be the first cells of a vehicle. */
const BESIDE =
  /^(?:grand|number|no|of|in|the|and|all|file|feed|list|data|stock|inventory|export|created|date|time|at|on|by|items?|vehicles?|cars?|units?|am|pm|t|z|utc|gmt)$/i;
/** `8 vehicles`: with the number last, it could be a category and a stock number. */
const COUNTED = /^\W*\d+\s+(?:vehicles|cars|units|items)\W*$/i;
const COMMENT = /^\s*(?:#|--|\/\/)/;

/**
 * Whether a short row ends a feed, such as `Total;123`, `# 8 rows` or `EOF`: it contains only numbers and closing
 * words. A number alone may be the stock number of a truncated row.
 */
export function isTrailer(text: string): boolean {
  if (COMMENT.test(text) || COUNTED.test(text)) return true;
  // A line of NDJSON; an object must be complete.
  if (text.startsWith('{')) return false;
  const words = text.match(/\p{L}+/gu) ?? [];
  return (
    words.some((word) => CLOSING.test(word)) && words.every((word) => CLOSING.test(word) || BESIDE.test(word))
  );
}

/** The last row of a file without final line break, if it was truncated: it is short, and not a trailer. */
export function cutRowOf(last: FeedRow | BrokenRow): CutRow | undefined {
  if (!('short' in last) || last.short === undefined || isTrailer(last.short)) return undefined;
  return { ...last, short: last.short };
}

const SHAPE_LENGTH = 200;

/** Normalises numbers, so that last rows that only differ in them compare equal. */
export const shapeOf = ({ short }: CutRow): string => short.replace(/\d+/g, '0').slice(0, SHAPE_LENGTH);

/** Takes what a feed contains, row by row: a large one does not fit into memory. */
export type RowSink = {
  addVehicle(row: number, vehicle: Vehicle): void;
  addWithdrawal(row: number, named: Pick<Vehicle, 'stocknum' | 'vin'>): void;
};

type VehiclesRead = {
  problems: ProblemCollector;
  rows: number;
  /** The last row, if the file may be truncated. */
  cutRow: CutRow | undefined;
  delimiter: FeedFacts['delimiter'] | undefined;
  /** Only for CSV. */
  endsInLineBreak: boolean | undefined;
};

/** Text of a last row that has a cell for every column but is not a vehicle. */
function closingText({ cells }: FeedRow): string | undefined {
  const text = Object.values(cells)
    .filter((cell) => cell.trim() !== '')
    .join(' ');
  return isTrailer(text) ? text : undefined;
}

/** Calls back for each row once it is known whether another follows. */
function withLastKnown(onRow: (row: FeedRow | BrokenRow, isLast: boolean) => void) {
  let waiting: FeedRow | BrokenRow | undefined;
  return {
    add(row: FeedRow | BrokenRow): void {
      if (waiting) onRow(waiting, false);
      waiting = row;
    },
    end(): FeedRow | BrokenRow | undefined {
      if (waiting) onRow(waiting, true);
      return waiting;
    },
  };
}

const noOwnRows = (file: string, { only = {} }: FeedConfig, others: number): FeedError => {
  const wanted = Object.entries(only).map(([column, values]) => `"${column}" is ${values.join(' or ')}`);
  return new FeedError(
    `${file}: none of ${others} rows is of this dealer: no row whose ${wanted.join(' and ')}. Correct "stock.feed.only", or ask the supplier.`,
  );
};

/**
 * Reads all vehicles of a dealer's feed, and finds problems. Reads it twice: first for the formats of its columns.
 * @throws FeedError if the feed cannot be read, lacks a mapped column, or contains rows but no vehicle
 */
export async function readVehicles(
  feed: FeedConfig,
  dealer: DealerConfig,
  opened: OpenFeed,
  clock: Clock,
  sink: RowSink,
): Promise<VehiclesRead> {
  const { file } = opened;
  const isIncremental = feed.mode === 'incremental';
  const mapping = compileMapping(feed);
  const judge = formatsJudge(feed, mapping);
  let rows = 0;
  let others = 0;
  const facts = await opened.readRows((row) => {
    if ('cells' in row && !mapping.isOwn(row.cells)) {
      others += 1;
      return;
    }
    rows += 1;
    if ('cells' in row) judge.add(row.cells);
  });
  if (rows === 0 && others > 0) throw noOwnRows(file, feed, others);
  if (rows === 0 && !isIncremental) {
    const found = feed.format === 'csv' && feed.header ? 'a header and no vehicles' : 'no vehicles';
    throw new FeedError(`${file}: ${found}. Ask the supplier to send the feed again.`);
  }
  const { needed, optional } = lackedColumns(feed, facts.columns);
  // Objects omit missing values, so a key that no row has is only a warning.
  if (needed.length > 0 && feed.format === 'csv') {
    throw new FeedError(
      `${file}: no column ${needed.map((name) => `"${name}"`).join(', ')}. The feed has: ${namedColumns(facts.columns)}. Correct "stock.feed.columns", or ask the supplier for the column.`,
    );
  }
  const formats = judge.formats();
  const { year: thisYear, date: today } = zonedDate(clock.now(), dealer.timeZone);
  const rules = { ...dealer, thisYear, today };
  let taken = 0;
  let withdrawals = 0;
  // A few changed vehicles need not have every key.
  const problems = collectProblems();
  if (!isIncremental) problems.add(...needed.map(absentKey));
  if (optional.length > 0 && !isIncremental) problems.add(lackedOptional(optional));
  // Without it, rows that delete would be stored as vehicles.
  if (isIncremental && feed.deletes && rows > 0 && !facts.columns.has(feed.deletes.column))
    problems.add(absentKey(feed.deletes.column));
  if (facts.oddColumns) problems.add(...oddHeader(facts.oddColumns));
  if (facts.foundEncoding) problems.add(foundEncoding(facts.foundEncoding));
  const isNameless = (identity: string | undefined, { row, cells }: FeedRow) => {
    // Without an identifier, a change cannot be matched to one of several similar cars.
    if (!isIncremental || identity !== undefined) return false;
    problems.add(namelessRow(row, mapping.sourceOf('stocknum', cells).name));
    return true;
  };
  if (others > 0) problems.add(othersRows(others, Object.keys(feed.only ?? {})));
  const inOrder = withLastKnown((row, isLast) => {
    if ('cells' in row && !mapping.isOwn(row.cells)) return;
    if ('broken' in row) {
      const closes = isLast && row.short !== undefined && isTrailer(row.short);
      problems.add(closes ? trailerRow(row.row, row.short ?? '') : brokenRow(row.row, row.broken));
      return;
    }
    const read = readFeedRow(mapping, row, dealer.timeZone, formats, opened.photos);
    const closing = isLast && !read.vehicle ? closingText(row) : undefined;
    if (closing !== undefined) {
      problems.add(trailerRow(row.row, closing));
      return;
    }
    problems.add(...read.problems);
    if (read.withdrawn) {
      const identity = statedIdentity(read.withdrawn);
      if (!isNameless(identity, row)) {
        sink.addWithdrawal(row.row, read.withdrawn);
        withdrawals += 1;
      }
    }
    if (!read.vehicle || isNameless(statedIdentity(read.vehicle), row)) return;
    const { vehicle, findings } = checkVehicle(read.vehicle, rules);
    for (const { field, leavesOut: _, ...finding } of findings) {
      problems.add({ row: row.row, column: mapping.sourceOf(field, row.cells).name, ...finding });
    }
    if (!vehicle) return;
    sink.addVehicle(row.row, vehicle);
    taken += 1;
  });
  await opened.readRows(inOrder.add);
  const last = inOrder.end();
  const { problems: found, unmapped } = problems.found();
  const isAllSkipped = found.some(({ skipped }) => skipped) && !isIncremental;
  if (taken === 0 && rows > 0 && (withdrawals === 0 || isAllSkipped)) {
    const first = found.find(({ skipped }) => skipped);
    const example = first ? ` First: row ${first.row}, ${first.column}: expected ${first.expected}.` : '';
    throw new FeedError(
      [`${file}: none of ${rows} rows is a vehicle.${example}`, ...unmappedLines(unmapped, feed.values)].join(
        '\n',
      ),
    );
  }
  // A short row with a line break is intended: a trailer, or omitted empty cells.
  const cutRow = last && facts.endsInLineBreak === false ? cutRowOf(last) : undefined;
  const endsInLineBreak = feed.format === 'csv' ? facts.endsInLineBreak : undefined;
  return { problems, rows, cutRow, delimiter: facts.delimiter, endsInLineBreak };
}
