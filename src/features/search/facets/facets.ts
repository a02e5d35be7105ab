import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { folded } from '#src/platform/text/fold-text.ts';

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

/** One line of a facet: a label, the stored values behind it (decision 15) and how many vehicles they hold. */
export type FacetOption = { label: string; values: string[]; count: number; isChosen: boolean };

/** The label of a stored value. */
export const valueLabel = (facet: Facet, value: string): string => {
  if (facet.kind === 'flag') return value === 'true' ? facet.label : `Not ${facet.label.toLowerCase()}`;
  return facet.valueLabels?.[value] ?? value;
};

/** Decision 15: all stored values under the label of this one, itself included. */
export function valuesLike(facet: Facet, value: string): string[] {
  const labels = Object.entries(facet.valueLabels ?? {});
  const twins = labels.filter(([, label]) => label === facet.valueLabels?.[value]).map(([stored]) => stored);
  return twins.length > 0 ? twins : [value];
}

/** Position in the facet's own order; values it does not name come last. */
const rankIn = (order: readonly string[], { values }: FacetOption) => {
  const ranks = values.map((value) => order.indexOf(value)).filter((rank) => rank >= 0);
  return ranks.length > 0 ? Math.min(...ranks) : order.length;
};

/** Every search has the same labels again. */
const MOST_KEYS = 5000;
const sortKeys = new Map<string, string>();

/** Numbers in it compare by their value. A collator would do the same, but a browser reads 10 ms of data for it first. */
function sortKey(label: string): string {
  const known = sortKeys.get(label);
  if (known !== undefined) return known;
  const key = folded(label).replaceAll(/\d+/g, (digits) => digits.padStart(9, '0'));
  if (sortKeys.size >= MOST_KEYS) sortKeys.clear();
  sortKeys.set(label, key);
  return key;
}

function byLabel(a: FacetOption, b: FacetOption): number {
  const [keyA, keyB] = [sortKey(a.label), sortKey(b.label)];
  return Number(keyA > keyB) - Number(keyA < keyB);
}

/** By the facet's own order if it has one, then by count descending, then by label. */
function inOrder(options: FacetOption[], order: readonly string[] | undefined): FacetOption[] {
  const ranks = order && new Map(options.map((option) => [option, rankIn(order, option)]));
  const rankOf = (option: FacetOption) => ranks?.get(option) ?? 0;
  return options.sort((a, b) => rankOf(a) - rankOf(b) || b.count - a.count || byLabel(a, b));
}

/**
 * Lines of a facet in SRCH-05's order: the facet's own, else count descending, then label.
 * @param counts vehicles by stored value
 * @param chosen chosen values; one without vehicles stays, so that it can be removed
 */
export function facetOptions(
  facet: Facet,
  counts: Readonly<Record<string, number>>,
  chosen: readonly string[] = [],
): FacetOption[] {
  const byLabel = new Map<string, FacetOption>();
  for (const value of new Set([...Object.keys(counts), ...chosen])) {
    const label = valueLabel(facet, value);
    const option = byLabel.get(label) ?? { label, values: [], count: 0, isChosen: false };
    option.values.push(value);
    option.count += counts[value] ?? 0;
    option.isChosen ||= chosen.includes(value);
    byLabel.set(label, option);
  }
  return inOrder([...byLabel.values()], facet.valueOrder);
}

/** SRCH-16: of the certified facet, certified vehicles alone where the dealer offers no others. */
export const offeredOptions = (
  facet: Facet,
  options: readonly FacetOption[],
  { certifiedOnly }: { certifiedOnly: boolean },
): readonly FacetOption[] =>
  facet.name === 'certified' && certifiedOnly
    ? options.filter(({ values }) => !values.includes('false'))
    : options;

/** Lines whose label holds a text, whatever its case. */
export const optionsNamed = (options: readonly FacetOption[], text: string): readonly FacetOption[] =>
  folded(text) === '' ? options : options.filter(({ label }) => folded(label).includes(folded(text)));
