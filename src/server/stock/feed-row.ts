import * as v from 'valibot';
import type { ColumnSpec, FeedConfig } from '#src/config/sections/feed.ts';
import { type Vehicle, VehicleSchema } from '#src/domain/vehicle/vehicle.ts';
import { type FeedRow, UNREADABLE } from '#src/providers/feeds/feed.ts';
import { readCell } from './feed-cell.ts';
import { FEED_FIELDS, type FeedField } from './feed-fields.data.ts';

/** What is wrong with a cell or row. `skipped` rows are not stored; otherwise only the value is left out. */
export type RowProblem = {
  row: number;
  column: string;
  value: string;
  reason: 'unreadable_bytes' | 'broken_row' | 'missing' | 'not_understood' | 'not_allowed' | 'duplicate';
  expected: string;
  remedy: string;
  skipped: boolean;
};

export type RowResult = { vehicle?: Vehicle; problems: RowProblem[] };

/** A vehicle without these is none; any other field may be absent. */
const REQUIRED: readonly FeedField[] = ['make', 'model', 'year', 'car_type', 'status'];

const SHOWN_LENGTH = 60;
const shorten = (text: string) => (text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text);

const columnOf = (field: string, spec: ColumnSpec | undefined): string =>
  spec === undefined ? field : typeof spec === 'string' ? spec : spec.column;

/** Columns the dealer's mapping names that the feed does not have. */
export const missingColumns = (feed: FeedConfig, columns: ReadonlySet<string>): string[] => [
  ...new Set(
    Object.values(feed.columns)
      .map((spec) => columnOf('', spec))
      .filter((column) => !columns.has(column)),
  ),
];

/** Cuts the values of other fields off the front: `2019 Mazda 3 Maxx Sport` without year, make, model → `Maxx Sport`. */
function cutFront(text: string, parts: readonly string[]): string {
  return parts.reduce((rest, part) => {
    const starts = part !== '' && rest.toLowerCase().startsWith(part.toLowerCase());
    return starts && !/^\w/.test(rest.slice(part.length)) ? rest.slice(part.length).trim() : rest;
  }, text);
}

/**
 * One feed row as a vehicle (PLAT-03). A required field that cannot be read skips the row; an optional one is
 * left out and reported, because a car is worth listing without its torque figure.
 */
export function readFeedRow(feed: FeedConfig, { row, cells }: FeedRow): RowResult {
  const empty = new Set(feed.emptyWords.map((word) => word.toLowerCase()));
  const textOf = (field: string): string => {
    const spec = feed.columns[field];
    let text = (cells[columnOf(field, spec)] ?? '').trim();
    if (typeof spec === 'object') {
      if (spec.pattern) text = (new RegExp(spec.pattern).exec(text)?.[1] ?? '').trim();
      if (spec.without) text = cutFront(text, spec.without.map(textOf));
    }
    if (empty.has(text.toLowerCase())) text = '';
    const replaced = Object.entries(feed.values[field] ?? {}).find(
      ([from]) => from.toLowerCase() === text.toLowerCase(),
    );
    return replaced ? replaced[1] : text || (feed.constants[field] ?? '');
  };

  const problems: RowProblem[] = [];
  const complain = (field: string, problem: Omit<RowProblem, 'row' | 'column' | 'skipped'>) => {
    const column = columnOf(field, feed.columns[field]);
    problems.push({
      row,
      column,
      ...problem,
      value: shorten(problem.value),
      skipped: REQUIRED.includes(field as FeedField),
    });
  };
  const raw: Record<string, unknown> = {};
  for (const [field, kind] of Object.entries(FEED_FIELDS)) {
    const text = textOf(field);
    if (text.includes(UNREADABLE)) {
      return { problems: [unreadable(row, columnOf(field, feed.columns[field]), text)] };
    }
    if (text === '') continue;
    const cell = readCell(kind, text);
    if ('value' in cell) raw[field] = cell.value;
    else {
      complain(field, {
        value: text,
        reason: 'not_understood',
        expected: cell.refused,
        remedy: `Correct the cell, or map its word under "stock.feed.values.${field}".`,
      });
    }
  }
  for (const field of REQUIRED) {
    if (raw[field] !== undefined || problems.some((problem) => problem.skipped)) continue;
    complain(field, {
      value: '',
      reason: 'missing',
      expected: `a value for "${field}"`,
      remedy: `Fill the column, or set "stock.feed.constants.${field}".`,
    });
  }
  if (problems.some((problem) => problem.skipped)) return { problems };
  return validate(raw, complain, problems);
}

function validate(
  raw: Record<string, unknown>,
  complain: (field: string, problem: Omit<RowProblem, 'row' | 'column' | 'skipped'>) => void,
  problems: RowProblem[],
): RowResult {
  const first = v.safeParse(VehicleSchema, raw);
  if (first.success) return { vehicle: first.output, problems };
  for (const issue of first.issues) {
    const field = String(issue.path?.[0]?.key ?? '');
    complain(field, {
      value: String(raw[field] ?? ''),
      reason: 'not_allowed',
      expected: issue.message,
      remedy: 'Correct the cell in the feed.',
    });
    delete raw[field];
  }
  if (problems.some((problem) => problem.skipped)) return { problems };
  const second = v.safeParse(VehicleSchema, raw);
  return second.success ? { vehicle: second.output, problems } : { problems };
}

const unreadable = (row: number, column: string, text: string): RowProblem => ({
  row,
  column,
  value: shorten(text),
  reason: 'unreadable_bytes',
  expected: 'text in the encoding of "stock.feed.encoding"',
  remedy: 'Save the feed as UTF-8, or set "stock.feed.encoding" to "windows-1252".',
  skipped: true,
});
