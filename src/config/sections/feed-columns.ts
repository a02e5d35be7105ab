import * as v from 'valibot';
import { TextSchema } from './primitives.ts';
import { FEED_FIELD_NAMES, type FeedFieldName } from './vehicle-fields.ts';

export const FeedFieldSchema = v.picklist(
  FEED_FIELD_NAMES,
  'a vehicle field, e.g. make, model, year, stocknum, price, km or colour',
);

function isPatternWithGroup(pattern: string): boolean {
  try {
    return (new RegExp(`${pattern}|`).exec('')?.length ?? 0) === 2;
  } catch {
    return false;
  }
}

const ColumnNameSchema = v.pipe(TextSchema, v.description('Name of the column'));

const CellSchema = v.strictObject({
  column: ColumnNameSchema,
  without: v.optional(
    v.pipe(
      v.array(FeedFieldSchema),
      v.description('Fields whose values are cut off the front of the cell first, in this order'),
    ),
  ),
  pattern: v.optional(
    v.pipe(
      TextSchema,
      v.check(isPatternWithGroup, 'a regular expression with one group, e.g. "^(.+?) / "'),
      v.description('Its group is the value; a cell that does not match counts as empty'),
    ),
  ),
});

const SourceSchema = v.union([ColumnNameSchema, CellSchema]);

/** Where one vehicle field comes from: a column, a part of one, or the first of several that holds a value. */
const ColumnSchema = v.union(
  [ColumnNameSchema, CellSchema, v.pipe(v.array(SourceSchema), v.minLength(1))],
  'the name of a column, an object with "column" and optionally "without" or "pattern", or a list of these of which the first value counts',
);

export type FeedCell = v.InferOutput<typeof CellSchema>;
type FeedColumns = { [F in FeedFieldName]?: v.InferOutput<typeof ColumnSchema> };

/** The sources of a field, in order; an unmapped field reads the column with its name. */
export function cellsOf(columns: FeedColumns, field: FeedFieldName): FeedCell[] {
  const spec = columns[field] ?? field;
  return (Array.isArray(spec) ? spec : [spec]).map((source) =>
    typeof source === 'string' ? { column: source } : source,
  );
}

/** A field cut off the front of another must not itself wait for that other. */
function hasNoCircle(columns: FeedColumns): boolean {
  const ends = (field: FeedFieldName, above: readonly FeedFieldName[]): boolean =>
    !above.includes(field) &&
    cellsOf(columns, field).every(({ without = [] }) =>
      without.every((part) => ends(part, [...above, field])),
    );
  return FEED_FIELD_NAMES.every((field) => ends(field, []));
}

export const FeedColumnsSchema = v.pipe(
  v.record(FeedFieldSchema, ColumnSchema),
  v.check(hasNoCircle, 'no field that is, by way of "without", cut off its own front'),
  v.description(
    'Vehicle field to feed column: {"make": "Brand", "badge": {"column": "Title", "without": ["year", "make", "model"]}, "seats": ["Seats", {"column": "Body", "pattern": "(\\\\d+) seats"}]}; a field not named here reads a column of its own name',
  ),
);
