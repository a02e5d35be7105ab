import * as v from 'valibot';
import { TextSchema } from '#src/config/sections/setting-types.ts';

/** Number format, by example: thousands and decimal separators. */
export const NumberFormatSchema = v.picklist(['1,234.5', '1.234,5']);
export type NumberFormat = v.InferOutput<typeof NumberFormatSchema>;

export const DateOrderSchema = v.picklist(['DD/MM/YYYY', 'MM/DD/YYYY']);
export type DateOrder = v.InferOutput<typeof DateOrderSchema>;

/** Vehicle fields a feed may fill, as named in the specification. */
export const FEED_FIELD_NAMES = [
  'make',
  'model',
  'year',
  'badge',
  'series',
  'car_type',
  'item_type',
  'part_name',
  'part_number',
  'status',
  'stocknum',
  'vin',
  'nvic',
  'has_nvic',
  'regplate',
  'rego_expiry',
  'compliance_date',
  'build_date',
  'price',
  'price_type',
  'before_price',
  'offer_price',
  'subscription_price',
  'preorder',
  'custom_rank',
  'created_at',
  'km',
  'colour',
  'interior_colour',
  'warranty',
  'simple_body',
  'bodyconfiguration',
  'simple_transmission',
  'gearnum',
  'simple_drive',
  'simple_fuel',
  'fuel',
  'seats',
  'doors',
  'categories',
  'filtered_features',
  'tag',
  'certified',
  'reserved',
  'payment_processors',
  'show_on_dealer_website',
  'cylinders',
  'enginesize',
  'enginesize_litres',
  'induction',
  'fuelconsumptioncombined',
  'fuelcapacity',
  'grossvehiclemass',
  'vehiclelength',
  'vehicleheight',
  'vehiclewidth',
  'towingcapacitybraked',
  'torque',
  'power',
  'ancaprating',
  'range_km',
  'body_width',
  'body_length',
  'tare_weight',
  'axle_type',
  'sleeps',
  'aggregate_trailer_mass',
  'standardEquipment',
  'dealercomments',
  'images',
  'video_url',
  'external_video_url',
  'spin_images',
  'spin_interior_image',
  'interior_url',
  'hotspots',
  'hotspot_positions',
  'spin_code',
  'file',
  'car_analysis_url',
  'inspection',
  'dealership_slug',
  'location_slug',
  'city',
  'state',
  'private_suburb',
  'private_postcode',
  'distribution_locations',
  'autograb_data',
  'youxQuote',
  'finance_lenders',
] as const;
export type FeedFieldName = (typeof FEED_FIELD_NAMES)[number];

export const FeedFieldSchema = v.picklist(
  FEED_FIELD_NAMES,
  'a vehicle field, e.g. make, model, year, stocknum, price, km or colour',
);

/** The only group, or the one named like the field. */
function isPatternWithGroup(pattern: string): boolean {
  try {
    const match = new RegExp(`${pattern}|`).exec('');
    return match?.length === 2 || Object.keys(match?.groups ?? {}).some((name) => isField(name));
  } catch {
    return false;
  }
}

const isField = (name: string): name is FeedFieldName => FEED_FIELD_NAMES.some((field) => field === name);

const ColumnNameSchema = v.pipe(
  TextSchema,
  v.description(
    'Name of the column; its number if "header" is false; in JSON and XML a path, such as "price/@currency", "photos/photo[1]/url" or "attribute[@name=colour]"',
  ),
);

/** What may be done with the text of any source. */
const textEntries = {
  without: v.optional(
    v.pipe(
      v.array(FeedFieldSchema),
      v.description('Fields whose values are cut off the front of the cell first, in this order'),
    ),
  ),
  pattern: v.optional(
    v.pipe(
      TextSchema,
      v.check(
        isPatternWithGroup,
        'a regular expression with one group, e.g. "^(.+?) / ", or with a group named like the field',
      ),
      v.description(
        'FEED-13: its group is the value; of several groups the one named like the field, so that one pattern serves several fields: "^(?<year>\\\\d{4}) (?<make>\\\\S+) (?<model>.+)$". A cell that does not match counts as empty',
      ),
    ),
  ),
  replace: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.minLength(1, 'text that is not empty')), v.string()),
      v.description(
        'FEED-13: parts of the text to replace, as they are written: {"{resize}": "w1600"}; before "pattern" and "values"',
      ),
    ),
  ),
  values: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description(
        'FEED-13: values of this column to replace, ignoring case: {"N": "new"}; "" drops the value',
      ),
    ),
  ),
  numbers: v.optional(v.pipe(NumberFormatSchema, v.description('PLAT-21: how this column writes numbers'))),
  dates: v.optional(v.pipe(DateOrderSchema, v.description('PLAT-21: order of day and month in this column'))),
  unit: v.optional(
    v.pipe(
      TextSchema,
      v.description(
        'FEED-14: unit of numbers without one: "miles", "ft", "t", "cc"; of a price "cents" or "thousands"',
      ),
    ),
  ),
};

const columnEntries = { column: ColumnNameSchema, ...textEntries };
const ColumnCellSchema = v.strictObject(columnEntries);
const constantEntries = {
  constant: v.pipe(
    v.string(),
    v.minLength(1, 'text that is not empty'),
    v.description('FEED-13: the text itself'),
  ),
};

const JoinSchema = v.strictObject({
  join: v.pipe(
    v.array(v.union([ColumnNameSchema, ColumnCellSchema, v.strictObject(constantEntries)])),
    v.minLength(2, 'at least two columns'),
    v.description('FEED-13: columns put together; empty ones are left out'),
  ),
  separator: v.optional(v.pipe(v.string(), v.description('Text between them')), ' '),
  ...textEntries,
});

const TEMPLATE_PARTS = /\{([^{}]*)\}/g;

const isTemplate = (template: string): boolean =>
  /^(?:https?:\/\/|archive:)/i.test(template) &&
  [...template.matchAll(TEMPLATE_PARTS)].every(
    ([, name = '']) => /^(?:n(?::0\d)?|name)$/.test(name) || isField(name),
  );

const TemplateSchema = v.pipe(
  v.strictObject({
    template: v.pipe(
      TextSchema,
      v.check(
        isTemplate,
        'an address with vehicle fields and {n} in braces, e.g. "https://cdn.example/{stocknum}_{n}.jpg" or "archive:{stocknum}_{n}.jpg"',
      ),
      v.description(
        'FEED-15: addresses of photos: {stocknum} and other fields of the vehicle are filled in, {n} counts from 1 until a photo is missing; {n:02} has two digits. "archive:" names a file in the archive of the feed',
      ),
    ),
    from: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1), v.description('First {n}')),
      1,
    ),
    names: v.optional(
      v.pipe(
        ColumnNameSchema,
        v.description('Column with the names of the photos, each of which takes the place of {name}'),
      ),
    ),
    count: v.optional(
      v.pipe(ColumnNameSchema, v.description('Column with the number of photos, so that none is looked for')),
    ),
  }),
  v.check(
    ({ template, names }) => template.includes('{name}') === (names !== undefined),
    '"names" beside a {name} in the template, and only there',
  ),
);

const ConstantSchema = v.strictObject(constantEntries);

const SourceSchema = v.union([
  ColumnNameSchema,
  ColumnCellSchema,
  JoinSchema,
  TemplateSchema,
  ConstantSchema,
]);

/** Keys of sources that are objects, for the reference. */
export const ExpressionSchema = v.strictObject({
  ...ColumnCellSchema.entries,
  ...JoinSchema.entries,
  ...TemplateSchema.pipe[0].entries,
  ...ConstantSchema.entries,
});

/** Source of a vehicle field: a column, part of one, several joined, or the first of several with a value. */
const ColumnSchema = v.union(
  [...SourceSchema.options, v.pipe(v.array(SourceSchema), v.minLength(1))],
  'the name of a column, an object with "column" (and "pattern", "values", "unit" or the like), "join", "template" or "constant", or a list of these of which the first value counts',
);

export type ColumnCell = v.InferOutput<typeof ColumnCellSchema>;
export type JoinCell = v.InferOutput<typeof JoinSchema>;
export type TemplateCell = v.InferOutput<typeof TemplateSchema>;
export type ConstantCell = v.InferOutput<typeof ConstantSchema>;
export type FeedCell = ColumnCell | JoinCell | TemplateCell | ConstantCell;
type FeedColumns = { [F in FeedFieldName]?: v.InferOutput<typeof ColumnSchema> };

const toCell = <T extends object>(source: string | T): T | { column: string } =>
  typeof source === 'string' ? { column: source } : source;

/**
 * Sources of a field, in order. An unmapped field reads the column with its name, unless that is mapped to another
 * field.
 */
export function cellsOf(columns: FeedColumns, field: FeedFieldName): FeedCell[] {
  const spec = columns[field] ?? (isTaken(columns, field) ? [] : field);
  return (Array.isArray(spec) ? spec : [spec]).map(toCell);
}

const isTaken = (columns: FeedColumns, name: string): boolean =>
  Object.values(columns).some((source) => typeof source === 'string' && source.toLowerCase() === name);

/** Parts of a joined cell. */
export const partsOf = ({ join }: JoinCell): (ColumnCell | ConstantCell)[] => join.map(toCell);

/** Columns that a source reads. */
export function columnsIn(cell: FeedCell): string[] {
  if ('column' in cell) return [cell.column];
  if ('join' in cell) return partsOf(cell).flatMap(columnsIn);
  return 'template' in cell ? [cell.count, cell.names].filter((name) => name !== undefined) : [];
}

/** Fields whose values a source uses. */
const fieldsIn = (cell: FeedCell): readonly string[] =>
  'template' in cell
    ? [...cell.template.matchAll(TEMPLATE_PARTS)].flatMap(([, name = '']) => (isField(name) ? [name] : []))
    : 'constant' in cell
      ? []
      : (cell.without ?? []);

/** A field must not depend on itself. */
function hasNoCircle(columns: FeedColumns): boolean {
  const ends = (field: FeedFieldName, above: readonly FeedFieldName[]): boolean =>
    !above.includes(field) &&
    cellsOf(columns, field).every((cell) =>
      fieldsIn(cell).every((part) => ends(part as FeedFieldName, [...above, field])),
    );
  return FEED_FIELD_NAMES.every((field) => ends(field, []));
}

export const FeedColumnsSchema = v.pipe(
  v.record(FeedFieldSchema, ColumnSchema),
  v.check(hasNoCircle, 'no field that is, by way of "without", cut off its own front'),
  v.description(
    'Vehicle field to feed column: {"make": "Brand", "badge": {"column": "Title", "without": ["year", "make", "model"]}, "seats": ["Seats", {"column": "Body", "pattern": "(\\\\d+) seats"}], "warranty": {"join": ["Months", "Provider"]}}; a field not named here reads a column of its own name',
  ),
);
