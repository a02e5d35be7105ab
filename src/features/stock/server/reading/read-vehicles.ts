import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import type { FeedConfig } from '#src/config/sections/stock/stock-section.ts';
import {
  type Cells,
  type ColumnFormats,
  compileMapping,
  type FeedMapping,
  inferFormats,
  missingColumns,
  NO_FORMATS,
  namedColumns,
  REQUIRED_FIELDS,
} from '#src/features/stock/mapping/column-mapping.ts';
import { CAUTIOUS_FIELDS, FEED_FIELDS } from '#src/features/stock/mapping/feed-fields.data.ts';
import { FEED_WORDS, WITHDRAWN } from '#src/features/stock/mapping/feed-words.data.ts';
import {
  type BrokenRow,
  type FeedContent,
  FeedError,
  type FeedRow,
  UNREADABLE,
} from '#src/features/stock/parsing/feed-content.ts';
import {
  absentKey,
  brokenRow,
  foundEncoding,
  namelessRow,
  oddHeader,
  type RowProblem,
  shorten,
  trailerRow,
  UNREADABLE_CELL,
  unmappedLines,
} from '#src/features/stock/row-problems.ts';
import type { FeedVehicle, WithdrawnRow } from '#src/features/stock/server/importing/identify-vehicles.ts';
import { type Vehicle, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { statedIdentity } from '#src/features/vehicle/vehicle-identity.ts';
import { type Clock, zonedDate } from '#src/platform/time/clock.ts';
import { checkVehicle } from './check-vehicle.ts';
import { allowedBy, readCell } from './feed-cell.ts';
import { feedFile, readFeed } from './read-feed.ts';

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

type RowResult = {
  vehicle?: Vehicle;
  /** The row withdraws a vehicle, so it only needs to identify it. */
  withdrawn?: Pick<Vehicle, 'stocknum' | 'vin'>;
  problems: RowProblem[];
};

const FIELDS = Object.entries(FEED_FIELDS) as [FeedFieldName, (typeof FEED_FIELDS)[FeedFieldName]][];

type Complain = (
  field: FeedFieldName,
  problem: Pick<RowProblem, 'reason' | 'expected' | 'remedy' | 'unmapped'> & { value?: string },
) => void;

/**
 * Reads a feed row as a vehicle (PLAT-03). If a required field is unreadable the row is skipped; optional fields are
 * left out and reported, because a car is worth listing without its torque figure. `CAUTIOUS_FIELDS` are those whose
 * default would be no safe substitute.
 * @param timeZone of the dealer
 * @param habits formats of the feed's columns
 */
export function readFeedRow(
  mapping: FeedMapping,
  { row, cells }: FeedRow,
  timeZone: string,
  habits: ColumnFormats = NO_FORMATS,
): RowResult {
  const problems: RowProblem[] = [];
  const complain: Complain = (field, problem) => {
    problems.push({
      row,
      column: mapping.columnOf(field, cells),
      value: shorten(mapping.textOf(field, cells)),
      ...problem,
      skipped: problem.reason !== 'doubtful' && REQUIRED_FIELDS.has(field),
    });
  };
  if (isWithdrawn(mapping.textOf('status', cells))) {
    const withdrawn = { stocknum: wordsOf('stocknum', mapping, cells), vin: wordsOf('vin', mapping, cells) };
    return { withdrawn, problems: [] };
  }
  const raw: Record<string, unknown> = {};
  const leftOut = new Set<FeedFieldName>();
  for (const [field, kind] of FIELDS) {
    const text = mapping.textOf(field, cells);
    if (text === '') continue;
    const cell = text.includes(UNREADABLE)
      ? UNREADABLE_CELL
      : readCell(kind, text, habits.formatOf(field, mapping.columnOf(field, cells)), timeZone);
    if ('value' in cell) {
      if (cell.value !== undefined) raw[field] = cell.value;
      if (cell.doubt) complain(field, { reason: 'doubtful', ...cell.doubt });
      for (const { at, written, ...flaw } of cell.flaws ?? []) {
        const value = `${[nameOf(mapping, cells), at].filter(Boolean).join(', ')}: ${shorten(written)}`;
        complain(field, { reason: 'not_understood', ...flaw, value });
      }
      continue;
    }
    const caution = CAUTIOUS_FIELDS[field];
    if (caution?.value !== undefined) raw[field] = caution.value;
    for (const other of caution?.leftOut ?? []) leftOut.add(other);
    const written = mapping.writtenOf(field, cells);
    const isMapped = written !== '' && written !== text;
    complain(field, {
      reason: cell.reason ?? 'not_understood',
      expected: cell.refused,
      remedy:
        cell.remedy ??
        `${
          isMapped
            ? `Correct what "stock.feed.values.${field}" maps "${shorten(written)}" to`
            : `Correct the cell, or map its word under "stock.feed.values.${field}"`
        }${caution ? `; ${caution.effect}` : ''}.`,
      ...(Object.hasOwn(FEED_WORDS, kind) && !isMapped && !cell.reason
        ? { unmapped: { field, word: text } }
        : {}),
    });
  }
  for (const field of REQUIRED_FIELDS) {
    if (raw[field] !== undefined || problems.some((problem) => problem.skipped)) continue;
    complain(field, {
      reason: 'missing',
      expected: `a value for "${field}"`,
      remedy: `Fill the column, or set "stock.feed.constants.${field}".`,
    });
  }
  if (problems.some((problem) => problem.skipped)) return { problems };
  const cab = cabType(mapping.writtenOf('simple_body', cells));
  if (cab) raw.bodyconfiguration ??= cab;
  for (const field of leftOut) delete raw[field];
  const vehicle = validate(raw, complain);
  return vehicle && !problems.some((problem) => problem.skipped) ? { vehicle, problems } : { problems };
}

function wordsOf(field: 'stocknum' | 'vin', mapping: FeedMapping, cells: Cells): string {
  const cell = readCell(FEED_FIELDS[field], mapping.textOf(field, cells));
  return 'value' in cell ? String(cell.value) : '';
}

/** Stock number or VIN, by which the supplier finds a vehicle. */
const nameOf = (mapping: FeedMapping, cells: Cells): string =>
  mapping.textOf('stocknum', cells) || mapping.textOf('vin', cells);

function isWithdrawn(text: string): boolean {
  const status = readCell('status', text);
  return 'value' in status && status.value === WITHDRAWN;
}

const CAB = /\b(single|dual|double|crew|extra|extended|space|super|king|club|freestyle)[\s-]*cab\b/i;

/** `Dual Cab Utility` is a ute by body; shoppers search for the cab. */
function cabType(body: string): string | undefined {
  const [, kind] = CAB.exec(body) ?? [];
  return kind && `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()} Cab`;
}

/** The innermost list item with an issue; undefined outside lists. */
function itemOf(issue: v.BaseIssue<unknown>): { list: unknown[]; item: unknown } | undefined {
  const steps = issue.path ?? [];
  const step = steps.findLast(({ type }) => type === 'array');
  return step && Array.isArray(step.input) ? { list: step.input, item: step.value } : undefined;
}

/** Fields that are useless if incomplete. */
const WHOLE_FIELDS: ReadonlySet<string> = new Set(['spin_images', 'spin_interior_image']);

/** Leaves out invalid list items and fields, and reports each. */
function validate(raw: Record<string, unknown>, complain: Complain): Vehicle | undefined {
  const first = v.safeParse(VehicleSchema, raw);
  if (first.success) return first.output;
  const items = new Map<unknown[], Set<unknown>>();
  const fields = new Set<string>();
  for (const issue of first.issues) {
    const field = String(issue.path?.[0]?.key ?? '');
    const found = WHOLE_FIELDS.has(field) ? undefined : itemOf(issue);
    const refused = found && items.get(found.list);
    if (fields.has(field) || (found && refused?.has(found.item))) continue;
    complain(field as FeedFieldName, {
      reason: 'not_allowed',
      expected: allowedBy(issue),
      remedy: found ? 'Correct the item in the feed; the others are kept.' : 'Correct the cell in the feed.',
    });
    if (!found) fields.add(field);
    else if (refused) refused.add(found.item);
    else items.set(found.list, new Set([found.item]));
  }
  for (const field of fields) delete raw[field];
  for (const [list, refused] of items)
    list.splice(0, list.length, ...list.filter((item) => !refused.has(item)));
  const second = v.safeParse(VehicleSchema, raw);
  return second.success ? second.output : undefined;
}

type VehiclesRead = {
  vehicles: FeedVehicle[];
  withdrawn: WithdrawnRow[];
  problems: RowProblem[];
  rows: number;
  /** The last row, if the file may be truncated. */
  cutRow: CutRow | undefined;
  delimiter: FeedContent['delimiter'] | undefined;
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

/**
 * All vehicles of a dealer's feed, and the problems found.
 * @throws FeedError if the feed cannot be read, lacks a mapped column, or contains rows but no vehicle
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
  // Objects omit missing values, so a key that no row has is only a warning.
  if (missing.length > 0 && feed.format === 'csv') {
    throw new FeedError(
      `${file}: no column ${missing.map((name) => `"${name}"`).join(', ')}. The feed has: ${namedColumns(content.columns)}. Correct "stock.feed.columns", or ask the supplier for the column.`,
    );
  }
  const mapping = compileMapping(feed);
  const habits = inferFormats(feed, mapping, content);
  const { year: thisYear, date: today } = zonedDate(clock.now(), dealer.timeZone);
  const rules = { ...dealer, thisYear, today };
  const vehicles: FeedVehicle[] = [];
  const withdrawn: WithdrawnRow[] = [];
  // A few changed vehicles need not have every key.
  const problems: RowProblem[] = isIncremental ? [] : missing.map(absentKey);
  if (content.oddColumns) problems.push(...oddHeader(content.oddColumns));
  if (content.foundEncoding) problems.push(foundEncoding(content.foundEncoding));
  const isNameless = (identity: string | undefined, { row, cells }: FeedRow) => {
    // Without an identifier, a change cannot be matched to one of several similar cars.
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
  // A short row with a line break is intended: a trailer, or omitted empty cells.
  const cutRow = last && content.endsInLineBreak === false ? cutRowOf(last) : undefined;
  const endsInLineBreak = feed.format === 'csv' ? content.endsInLineBreak : undefined;
  return { vehicles, withdrawn, problems, rows: rows.length, cutRow, delimiter, endsInLineBreak };
}
