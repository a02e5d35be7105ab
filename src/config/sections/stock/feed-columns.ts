import * as v from 'valibot';
import { TextSchema } from '#src/config/sections/setting-types.ts';

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

/** Source of a vehicle field: a column, part of one, or the first of several with a value. */
const ColumnSchema = v.union(
  [ColumnNameSchema, CellSchema, v.pipe(v.array(SourceSchema), v.minLength(1))],
  'the name of a column, an object with "column" and optionally "without" or "pattern", or a list of these of which the first value counts',
);

export type FeedCell = v.InferOutput<typeof CellSchema>;
type FeedColumns = { [F in FeedFieldName]?: v.InferOutput<typeof ColumnSchema> };

/** Sources of a field, in order; an unmapped field reads the column with its name. */
export function cellsOf(columns: FeedColumns, field: FeedFieldName): FeedCell[] {
  const spec = columns[field] ?? field;
  return (Array.isArray(spec) ? spec : [spec]).map((source) =>
    typeof source === 'string' ? { column: source } : source,
  );
}

/** A field cut off the front of another must not depend on it. */
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
