import { stateName } from '#src/config/sections/states.ts';
import { DRIVE_AWAY_FACETS, stateOfFacet } from '#src/config/sections/stock/drive-away-facets.ts';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { folded } from '#src/platform/text/fold-text.ts';

/**
 * A facet of SRCH-04. The URL codec, index settings, server filter and filter panel all use this table.
 */
export type Facet = {
  name: FacetName;
  kind: 'list' | 'range' | 'flag';
  label: string;
  unit?: 'dollars' | 'km' | 'plain';
  /** These values come first, in this order; others are sorted by count descending, then label. */
  valueOrder?: readonly string[];
  /** LOC-275: of some values, from the place of the search. */
  distances?: LocationDistances;
  /** Labels of stored values; several values can share one (decision 15). */
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
  ...DRIVE_AWAY_FACETS.map((name) =>
    range(name, `Drive away in ${stateName(stateOfFacet(name))}`, 'dollars'),
  ),
];

export const getFacet = (name: FacetName): Facet => {
  const facet = FACETS.find((row) => row.name === name);
  if (!facet) throw new Error(`No facet row for ${name}`);
  return facet;
};

/** A label with its stored values (decision 15) and their vehicle count. */
export type FacetOption = {
  label: string;
  values: string[];
  count: number;
  isChosen: boolean;
  /** LOC-275: from the place of the search. */
  km?: number;
};

/** LOC-275: kilometres from the place of the search by name of a location, the nearest first. */
export type LocationDistances = Readonly<Record<string, number>>;

export const valueLabel = (facet: Facet, value: string): string => {
  if (facet.kind === 'flag') return value === 'true' ? facet.label : `Not ${facet.label.toLowerCase()}`;
  return facet.valueLabels?.[value] ?? value;
};

/** Decision 15: all stored values with the same label as this one, itself included. */
export function equivalentValues(facet: Facet, value: string): string[] {
  const labels = Object.entries(facet.valueLabels ?? {});
  const equivalent = labels
    .filter(([, label]) => label === facet.valueLabels?.[value])
    .map(([stored]) => stored);
  return equivalent.length > 0 ? equivalent : [value];
}

const valueRank = (order: readonly string[], { values }: FacetOption) => {
  const ranks = values.map((value) => order.indexOf(value)).filter((rank) => rank >= 0);
  return ranks.length > 0 ? Math.min(...ranks) : order.length;
};

const MAX_SORT_KEYS = 5000;
const sortKeys = new Map<string, string>();

/** Sorts numbers by value. `Intl.Collator` would too, but takes a browser 10 ms to load. */
function sortKey(label: string): string {
  const cached = sortKeys.get(label);
  if (cached !== undefined) return cached;
  const key = folded(label).replaceAll(/\d+/g, (digits) => digits.padStart(9, '0'));
  if (sortKeys.size >= MAX_SORT_KEYS) sortKeys.clear();
  sortKeys.set(label, key);
  return key;
}

function byLabel(a: FacetOption, b: FacetOption): number {
  const [keyA, keyB] = [sortKey(a.label), sortKey(b.label)];
  return Number(keyA > keyB) - Number(keyA < keyB);
}

function sortOptions(options: FacetOption[], order: readonly string[] | undefined): FacetOption[] {
  const ranks = order && new Map(options.map((option) => [option, valueRank(order, option)]));
  const rankOf = (option: FacetOption) => ranks?.get(option) ?? 0;
  return options.sort((a, b) => rankOf(a) - rankOf(b) || b.count - a.count || byLabel(a, b));
}

/**
 * Options of a facet, sorted (SRCH-05): by `valueOrder`, then count descending, then label.
 * @param counts vehicles by stored value
 * @param chosen selected values; one without vehicles is kept so that it can be deselected
 */
export function facetOptions(
  facet: Facet,
  counts: Readonly<Record<string, number>>,
  chosen: readonly string[] = [],
): FacetOption[] {
  const byLabel = new Map<string, FacetOption>();
  for (const value of new Set([...Object.keys(counts), ...chosen])) {
    const label = valueLabel(facet, value);
    const km = facet.distances?.[value];
    const option = byLabel.get(label) ?? {
      ...{ label, values: [], count: 0, isChosen: false },
      ...(km !== undefined && { km }),
    };
    option.values.push(value);
    option.count += counts[value] ?? 0;
    option.isChosen ||= chosen.includes(value);
    byLabel.set(label, option);
  }
  return sortOptions([...byLabel.values()], facet.valueOrder);
}

/** LOC-275: with distances, locations come nearest first. */
export const byNearness = (facet: Facet, distances: LocationDistances | undefined): Facet =>
  distances && facet.name === 'location_name'
    ? { ...facet, distances, valueOrder: Object.keys(distances) }
    : facet;

/** SRCH-16: removes "Not certified" if the dealer is set to `certifiedOnly`. */
export const offeredOptions = (
  facet: Facet,
  options: readonly FacetOption[],
  { certifiedOnly }: { certifiedOnly: boolean },
): readonly FacetOption[] =>
  facet.name === 'certified' && certifiedOnly
    ? options.filter(({ values }) => !values.includes('false'))
    : options;

/** Options whose label contains the text, ignoring case. */
export const filterOptions = (options: readonly FacetOption[], text: string): readonly FacetOption[] =>
  folded(text) === '' ? options : options.filter(({ label }) => folded(label).includes(folded(text)));
