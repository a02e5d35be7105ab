import type { FacetName } from '#src/config/sections/search.ts';

/**
 * One row per facet of SRCH-04. URL codec, index settings, server filter and filter panel all read this table.
 * `kind`: `list` is any of several values, `range` is min:max of a number, `flag` is true or false.
 */
export type Facet = {
  name: FacetName;
  kind: 'list' | 'range' | 'flag';
  label: string;
  /** How a number is shown. */
  unit?: 'dollars' | 'km' | 'plain';
  /** Values are in this order; others follow by count descending, then label. */
  valueOrder?: readonly string[];
  /** Values shown under another word, several stored values under one label (decision 15). */
  valueLabels?: Readonly<Record<string, string>>;
};

const list = (name: FacetName, label: string, more: Partial<Facet> = {}): Facet => ({
  name,
  kind: 'list',
  label,
  ...more,
});
const range = (name: FacetName, label: string, unit: NonNullable<Facet['unit']>): Facet => ({
  name,
  kind: 'range',
  label,
  unit,
});

const CAR_TYPE_LABELS = { new: 'New', demo: 'Demo', used: 'Used' };
const STATUS_LABELS = { in_stock: 'In stock', coming_soon: 'Coming soon', sold: 'Sold' };
const ITEM_TYPE_LABELS = {
  car: 'Cars',
  truck: 'Trucks',
  motorcycle: 'Motorcycles',
  caravan: 'Caravans',
  part: 'Parts',
};
const STATE_LABELS = {
  act: 'ACT',
  nsw: 'NSW',
  nt: 'NT',
  qld: 'QLD',
  sa: 'SA',
  tas: 'TAS',
  vic: 'VIC',
  wa: 'WA',
};
export const BODY_LABELS: Readonly<Record<string, string>> = {
  '4x4': '4x4',
  bus: 'Bus',
  cabChassis: 'Cab chassis',
  convertible: 'Convertible',
  coupe: 'Coupe',
  ev: 'EV',
  hardtop: 'Hardtop',
  hatch: 'Hatchback',
  hatchback: 'Hatchback',
  motorhome: 'Motorhome',
  lightTruck: 'Light truck',
  peopleMover: 'People mover',
  prestige: 'Prestige',
  sedan: 'Sedan',
  softtop: 'Soft top',
  suv: 'SUV',
  ute: 'Ute',
  van: 'Van',
  wagon: 'Wagon',
  stationWagon: 'Wagon',
};

/** Values of `body` that say nothing of a shape: to filter by, not to draw. */
export const BODIES_OF_ANY_SHAPE: ReadonlySet<string> = new Set(['ev', 'prestige']);

export const FACETS: readonly Facet[] = [
  list('car_type', 'Condition', { valueOrder: ['new', 'demo', 'used'], valueLabels: CAR_TYPE_LABELS }),
  list('item_type', 'Type', { valueLabels: ITEM_TYPE_LABELS }),
  list('make', 'Make'),
  list('model', 'Model'),
  list('make_model', 'Make and model'),
  list('badge', 'Badge'),
  list('status', 'Availability', { valueLabels: STATUS_LABELS }),
  list('categories', 'Category'),
  list('body', 'Body', { valueLabels: BODY_LABELS }),
  range('price', 'Price', 'dollars'),
  range('year', 'Year', 'plain'),
  range('km', 'Kilometres', 'km'),
  list('price_range', 'Price band'),
  range('subscription_price', 'Price a week', 'dollars'),
  range('weekly_price', 'Weekly budget', 'dollars'),
  list('weekly_price_range', 'Weekly repayment'),
  list('fuel', 'Fuel'),
  list('transmission', 'Transmission'),
  list('drive', 'Drive'),
  list('seats', 'Seats', { unit: 'plain' }),
  list('colour', 'Colour'),
  list('filtered_features', 'Features'),
  list('tag', 'Tag'),
  { name: 'certified', kind: 'flag', label: 'Certified' },
  list('dealership_name', 'Dealership'),
  list('location_name', 'Location'),
  list('city', 'City'),
  list('state', 'State', { valueLabels: STATE_LABELS }),
  range('created_at_timestamp', 'Listed', 'plain'),
];

export const facetNamed = (name: FacetName): Facet => {
  const facet = FACETS.find((row) => row.name === name);
  if (!facet) throw new Error(`No facet row for ${name}`);
  return facet;
};
