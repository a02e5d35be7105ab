import * as v from 'valibot';
import { TextSchema } from './primitives.ts';

/** How one vehicle field is read out of a feed row. */
const ColumnSchema = v.union(
  [
    v.pipe(TextSchema, v.description('Name of the column')),
    v.strictObject({
      column: v.pipe(TextSchema, v.description('Name of the column')),
      pattern: v.optional(
        v.pipe(
          TextSchema,
          v.check(isPatternWithGroup, 'a regular expression with one group, e.g. "^(.+?) / "'),
          v.description('The group is the value; a cell that does not match counts as empty'),
        ),
      ),
      without: v.optional(
        v.pipe(
          v.array(TextSchema),
          v.description('Vehicle fields whose values are cut off the front of the cell, in order'),
        ),
      ),
    }),
  ],
  'the name of a column, or an object with "column" and optionally "pattern" or "without"',
);

function isPatternWithGroup(pattern: string): boolean {
  try {
    return (new RegExp(`${pattern}|`).exec('')?.length ?? 0) === 2;
  } catch {
    return false;
  }
}

/** PLAT-03: a stock feed and how its columns become vehicle fields. */
export const FeedSchema = v.strictObject({
  file: v.pipe(TextSchema, v.description('Path of the feed, absolute or relative to the dealers folder')),
  format: v.pipe(
    v.picklist(['csv', 'json', 'ndjson']),
    v.description('CSV with a header row, a JSON list, or one JSON object a line'),
  ),
  encoding: v.optional(
    v.pipe(v.picklist(['utf-8', 'windows-1252']), v.description('Encoding of the file')),
    'utf-8',
  ),
  delimiter: v.optional(v.pipe(v.picklist([',', ';', '\t', '|']), v.description('Between CSV cells')), ','),
  columns: v.pipe(
    v.record(v.string(), ColumnSchema),
    v.description('Vehicle field to feed column; a field not named here reads a column of its own name'),
  ),
  values: v.optional(
    v.pipe(
      v.record(v.string(), v.record(v.string(), v.string())),
      v.description(
        'Replacements by vehicle field, case ignored: {"simple_fuel": {"Premium": "Petrol"}}; "" drops the value',
      ),
    ),
    {},
  ),
  constants: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description('Fields the feed leaves empty, e.g. {"status": "in_stock"}'),
    ),
    {},
  ),
  emptyWords: v.optional(
    v.pipe(v.array(v.string()), v.description('Cells that mean "nothing", case ignored')),
    ['-', 'n/a', 'na', 'nan', 'null', 'none', 'poa', 'tba'],
  ),
  maxRemovedShare: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.description('A feed that would remove more of the stock is refused unless forced'),
    ),
    0.5,
  ),
});

export type FeedConfig = v.InferOutput<typeof FeedSchema>;
export type ColumnSpec = FeedConfig['columns'][string];
