import * as v from 'valibot';
import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import {
  type ColumnFormats,
  dependsOnFormat,
  NO_FORMATS,
} from '#src/features/stock/mapping/column-formats.ts';
import { type Cells, type FeedMapping, REQUIRED_FIELDS } from '#src/features/stock/mapping/column-mapping.ts';
import { CAUTIOUS_FIELDS, FEED_FIELDS } from '#src/features/stock/mapping/feed-fields.data.ts';
import { FEED_WORDS, WITHDRAWN } from '#src/features/stock/mapping/feed-words.data.ts';
import type { ArchivedPhotos } from '#src/features/stock/mapping/picture-cells.ts';
import { type FeedRow, UNREADABLE } from '#src/features/stock/parsing/feed-content.ts';
import { type RowProblem, shorten, UNREADABLE_CELL } from '#src/features/stock/row-problems.ts';
import { withPlacedFlaws } from '#src/features/vehicle/assurance/inspection.ts';
import { type Vehicle, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { allowedBy, bodyWords, readCell } from './feed-cell.ts';

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
 * @param photos those in its archive
 */
export function readFeedRow(
  mapping: FeedMapping,
  { row, cells }: FeedRow,
  timeZone: string,
  habits: ColumnFormats = NO_FORMATS,
  photos?: ArchivedPhotos,
): RowResult {
  const problems: RowProblem[] = [];
  const complain: Complain = (field, problem) => {
    problems.push({
      row,
      column: mapping.sourceOf(field, cells).name,
      value: shorten(mapping.textOf(field, cells)),
      ...problem,
      skipped: problem.reason !== 'doubtful' && REQUIRED_FIELDS.has(field),
    });
  };
  if (mapping.isDeleted(cells) || isWithdrawn(mapping.textOf('status', cells))) {
    const withdrawn = { stocknum: wordsOf('stocknum', mapping, cells), vin: wordsOf('vin', mapping, cells) };
    return { withdrawn, problems: [] };
  }
  const raw: Record<string, unknown> = {};
  const leftOut = new Set<FeedFieldName>();
  for (const [field, kind] of FIELDS) {
    const text = mapping.textOf(field, cells);
    if (text === '') continue;
    const format = dependsOnFormat(kind) ? habits.formatOf(mapping.sourceOf(field, cells)) : undefined;
    const cell = text.includes(UNREADABLE) ? UNREADABLE_CELL : readCell(kind, text, format, timeZone, photos);
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
            : Object.hasOwn(FEED_WORDS, kind)
              ? `Correct the cell, or map its word under "stock.feed.values.${field}"`
              : `Correct the cell, or take the value out of it by "pattern" or "replace" in "stock.feed.columns.${field}"`
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
  const [, ...otherBodies] = bodyWords(mapping.textOf('simple_body', cells));
  if (otherBodies.length > 0) raw.other_bodies = otherBodies;
  if ([raw.simple_body, ...otherBodies].includes('ev')) raw.simple_fuel ??= 'Electric';
  for (const field of leftOut) delete raw[field];
  const valid = validate(raw, complain);
  const placed = valid && withPlacedFlaws(valid);
  for (const doubt of placed?.doubts ?? []) complain('inspection', { reason: 'doubtful', ...doubt });
  const vehicle = placed?.vehicle;
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
