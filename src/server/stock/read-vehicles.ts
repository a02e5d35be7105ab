import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedConfig } from '#src/config/sections/feed.ts';
import { type Clock, zonedDate } from '#src/domain/clock.ts';
import { statedIdentity } from '#src/domain/vehicle/vehicle-identity.ts';
import { type FeedContent, FeedError, type FeedRow } from '#src/providers/feeds/feed.ts';
import { feedFile, readFeed } from '#src/providers/feeds/read-feed.ts';
import { checkVehicle } from './check-vehicle.ts';
import { columnHabits } from './column-habits.ts';
import { type CutRow, cutRowOf, isTrailer } from './feed-end.ts';
import { compileMapping, missingColumns, namedColumns } from './feed-mapping.ts';
import { readFeedRow } from './feed-row.ts';
import type { FeedVehicle, WithdrawnRow } from './identify-vehicles.ts';
import {
  absentKey,
  brokenRow,
  foundEncoding,
  namelessRow,
  oddHeader,
  type RowProblem,
  trailerRow,
} from './row-problem.ts';
import { unmappedLines } from './unmapped-words.ts';

export type VehiclesRead = {
  vehicles: FeedVehicle[];
  withdrawn: WithdrawnRow[];
  problems: RowProblem[];
  rows: number;
  /** The last row, where the file may end inside it. */
  cutRow: CutRow | undefined;
  delimiter: FeedContent['delimiter'] | undefined;
  /** Of a CSV. */
  endsInLineBreak: boolean | undefined;
};

/** The text of a row that closes the feed although it has a cell for every column. */
function closingText({ cells }: FeedRow): string | undefined {
  const text = Object.values(cells)
    .filter((cell) => cell.trim() !== '')
    .join(' ');
  return isTrailer(text) ? text : undefined;
}

/**
 * Every vehicle of a dealer's feed, and the problems of the other rows.
 * @throws FeedError when the feed cannot be read, lacks a mapped column, or holds rows and no vehicle
 */
export function readVehicles(
  feed: FeedConfig,
  dealer: DealerConfig,
  dealersDir: string,
  clock: Clock,
): VehiclesRead {
  const file = feedFile(feed, dealersDir);
  const isIncremental = feed.mode === 'incremental';
  const content = readFeed(feed, dealersDir, { mayBeEmpty: isIncremental });
  const missing = missingColumns(feed, content.columns);
  // Objects omit missing values, so a key that no row has is a warning, not a refusal.
  if (missing.length > 0 && feed.format === 'csv') {
    throw new FeedError(
      `${file}: no column ${missing.map((name) => `"${name}"`).join(', ')}. The feed has: ${namedColumns(content.columns)}. Correct "stock.feed.columns", or ask the supplier for the column.`,
    );
  }
  const mapping = compileMapping(feed);
  const habits = columnHabits(feed, mapping, content);
  const { year: thisYear, date: today } = zonedDate(clock.now(), dealer.timeZone);
  const rules = { ...dealer, thisYear, today };
  const vehicles: FeedVehicle[] = [];
  const withdrawn: WithdrawnRow[] = [];
  // A few changed vehicles need not have every key.
  const problems: RowProblem[] = isIncremental ? [] : missing.map(absentKey);
  if (content.oddColumns) problems.push(...oddHeader(content.oddColumns));
  if (content.foundEncoding) problems.push(foundEncoding(content.foundEncoding));
  const isNameless = (identity: string | undefined, { row, cells }: FeedRow) => {
    // Without an identifier, a change cannot be distinguished from a similar car.
    if (!isIncremental || identity !== undefined) return false;
    problems.push(namelessRow(row, mapping.columnOf('stocknum', cells)));
    return true;
  };
  for (const row of content.rows) {
    if ('broken' in row) {
      const closes = row === content.rows.at(-1) && row.short !== undefined && isTrailer(row.short);
      problems.push(closes ? trailerRow(row.row, row.short ?? '') : brokenRow(row.row, row.broken));
      continue;
    }
    const read = readFeedRow(mapping, row, dealer.timeZone, habits);
    const closing = row === content.rows.at(-1) && !read.vehicle ? closingText(row) : undefined;
    if (closing !== undefined) {
      problems.push(trailerRow(row.row, closing));
      continue;
    }
    problems.push(...read.problems);
    if (read.withdrawn) {
      const identity = statedIdentity(read.withdrawn);
      if (!isNameless(identity, row)) withdrawn.push({ row: row.row, named: read.withdrawn });
    }
    if (!read.vehicle || isNameless(statedIdentity(read.vehicle), row)) continue;
    const { vehicle, findings } = checkVehicle(read.vehicle, rules);
    for (const { field, leavesOut: _, ...finding } of findings) {
      problems.push({ row: row.row, column: mapping.columnOf(field, row.cells), ...finding });
    }
    if (vehicle) vehicles.push({ row: row.row, vehicle });
  }
  if (vehicles.length + withdrawn.length === 0 && content.rows.length > 0) {
    const first = problems.find(({ skipped }) => skipped);
    const example = first ? ` First: row ${first.row}, ${first.column}: expected ${first.expected}.` : '';
    throw new FeedError(
      [
        `${file}: none of ${content.rows.length} rows is a vehicle.${example}`,
        ...unmappedLines(problems, feed.values),
      ].join('\n'),
    );
  }
  const last = content.rows.at(-1);
  const { rows, delimiter } = content;
  // A short row with a line break after it is intended: a trailer, or omitted empty cells.
  const cutRow = last && content.endsInLineBreak === false ? cutRowOf(last) : undefined;
  const endsInLineBreak = feed.format === 'csv' ? content.endsInLineBreak : undefined;
  return { vehicles, withdrawn, problems, rows: rows.length, cutRow, delimiter, endsInLineBreak };
}
