import { capitalised, type StockNoun, stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import { BODY_LABELS, FACETS, type Facet, valueLabel } from './facets/facets.ts';
import {
  type NumberRange,
  type SearchState,
  toggleValues,
  withNear,
  withQuery,
  withRange,
} from './search-state.ts';

const LARGEST_EXACT_COUNT = 1999;

/**
 * SRCH-17: the displayed number of vehicles: above 1999 the count configured by the dealer, if any.
 */
export const shownCount = (found: number, stockCount: number | undefined): number =>
  found <= LARGEST_EXACT_COUNT ? found : (stockCount ?? found);

const CONDITION_ORDER = ['new', 'used', 'demo'];
/** Plurals that are not the label with an s. */
const BODY_PLURALS: Readonly<Record<string, string>> = {
  Bus: 'buses',
  'Cab chassis': 'cab chassis',
};
/** A heading names at most this many values of a facet. */
const MAX_NAMED = 2;

/** Lower-cases a label, except abbreviations such as SUV and 4x4. */
const inSentence = (label: string) => (/^[A-Z][a-z ]*$/.test(label) ? label.toLowerCase() : label);

const joined = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** `new, used and demo`. */
const conditionText = (carTypes: readonly string[] = []): string =>
  joined(CONDITION_ORDER.filter((type) => carTypes.includes(type)));

/** `automatic`, `petrol and diesel`; empty if too many are selected. */
const valueText = (values: readonly string[] = []): string =>
  values.length > MAX_NAMED ? '' : joined(values.map(inSentence));

const makeText = (makes: readonly string[] = []): string => (makes.length > MAX_NAMED ? '' : joined(makes));

/** `7-seat`. */
const seatText = (seats: readonly string[] = []): string => (seats.length === 1 ? `${seats[0]}-seat` : '');

/** `SUVs and utes`. @param many plural noun of the stock, `cars`, as "prestige" cannot stand alone */
function bodyText(bodies: readonly string[] = [], many = 'cars'): string {
  const labels = [...new Set(bodies.map((body) => BODY_LABELS[body] ?? body))];
  if (labels.length > MAX_NAMED) return '';
  const several = (label: string) => (label === 'Prestige' ? `prestige ${many}` : `${inSentence(label)}s`);
  return joined(labels.map((label) => BODY_PLURALS[label] ?? several(label)));
}

/** `under $30,000`, `from $20,000 to $30,000`. */
function priceText(range: NumberRange | undefined, suffix = ''): string {
  const { min: lowest = null, max = null } = range ?? {};
  const min = lowest === 0 ? null : lowest;
  const amount = (value: number) => `$${formatNumber(value)}${suffix}`;
  if (min !== null && max !== null) return `from ${amount(min)} to ${amount(max)}`;
  if (max !== null) return `under ${amount(max)}`;
  return min === null ? '' : `over ${amount(min)}`;
}

/** `from 2020`, `from 2018 to 2020`; empty for one year. */
function yearText(range: NumberRange | undefined): string {
  const { min, max } = range ?? { min: null, max: null };
  if (min !== null && min === max) return '';
  if (min !== null && max !== null) return `from ${min} to ${max}`;
  if (max !== null) return `up to ${max}`;
  return min === null ? '' : `from ${min}`;
}

const CARS = stockNoun(['cars']);

const single = (values: readonly string[] | undefined) => (values?.length === 1 ? values[0] : undefined);

/** `Moorooka`, `Moorooka and Albion`, `Moorooka and 3 other locations`. */
export function placeNames(names: readonly string[] | undefined): string | undefined {
  const [first, second, ...more] = names ?? [];
  if (first === undefined || second === undefined) return first;
  return more.length > 0 ? `${first} and ${more.length + 1} other locations` : `${first} and ${second}`;
}

/**
 * LOC-277: heading and link of a location's vehicles, where its stock page lists those of partners too: the heading
 * counts what is at the location.
 * @param own vehicles at the location
 * @param all vehicles of its stock page
 */
export function placeStockWords(
  { name, partners, own, all }: { name: string; partners: readonly string[]; own: number; all: number },
  noun: StockNoun,
): { title: string; link: string } {
  const elsewhere = placeNames(partners);
  if (elsewhere === undefined || own === all)
    return { title: `${countOfCars(own, noun)} at ${name}`, link: ALL };
  if (own === 0) return { title: `${countOfCars(all, noun)} at ${elsewhere}`, link: ALL };
  return {
    title: `${countOfCars(own, noun)} at ${name}`,
    link: `View all ${formatNumber(all)}, with ${elsewhere}`,
  };
}

const ALL = 'View Our Stock';

const joinWords = (...parts: readonly string[]) => parts.filter(Boolean).join(' ');

/**
 * `Used cars in Brisbane`, `SUVs under $30,000 in Brisbane`, `Toyota HiLux for sale in Brisbane`,
 * `Cars at Example Motors`, `SUVs by subscription in Sydney`.
 */
export function searchHeading(
  { lists, ranges }: Pick<SearchState, 'lists' | 'ranges'>,
  city: string,
  noun: StockNoun = CARS,
  /** Conditions the site sells. */
  sold: readonly string[] = ['new', 'used', 'demo'],
): string {
  const { many, had } = noun;
  const at = placeNames(lists.location_name) ?? single(lists.dealership_name);
  const where = at ? `at ${at}` : `in ${city}`;
  const place = had === undefined ? where : `${had} ${where}`;
  const chosen = lists.car_type ?? [];
  const conditions = chosen.length === 0 && sold.length === 1 ? sold : chosen;
  const condition = had === undefined ? conditionText(conditions) : '';
  const bodies = bodyText(lists.body, many);
  const seats = seatText(lists.seats);
  const { min: firstYear = null, max: lastYear = null } = ranges.year ?? {};
  const year = firstYear !== null && firstYear === lastYear ? String(firstYear) : '';
  const kindOf = (size: string) =>
    joinWords(condition, year, size, valueText(lists.transmission), valueText(lists.fuel));
  const isSized = seats !== '' && !bodies && many === CARS.many;
  const [kind, thing] = isSized ? [kindOf(''), `${seats}ers`] : [kindOf(seats), bodies || many];
  const bounds = joinWords(
    yearText(ranges.year),
    priceText(ranges.price),
    priceText(ranges.subscription_price, ' a week'),
    priceText(ranges.weekly_price, ' a week'),
  );
  const makes = makeText(lists.make);
  if (makes) {
    const model = single(lists.make) ? single(lists.model) : undefined;
    const hasNoun = model || (condition && single(lists.make));
    const isNamed = model !== undefined || (hasNoun && !bodies);
    const what = isNamed ? joinWords(kindOf(seats), makes, model ?? '') : joinWords(kind, makes, thing);
    return capitalised(joinWords(what, bounds, had === undefined ? 'for sale' : '', place));
  }
  const isNarrowed = Boolean(kind || seats || bodies || bounds || at || had);
  return capitalised(
    isNarrowed ? joinWords(kind, thing, bounds, place) : joinWords(conditionText(sold), many, place),
  );
}

/** `1 car`, `2,140 cars`. */
export const countOfCars = (count: number, noun: StockNoun = CARS): string =>
  `${formatNumber(count)} ${count === 1 ? noun.one : noun.many}`;

/** Page title without the dealer's name. */
export const searchTitle = (heading: string, count: number, noun: StockNoun = CARS): string =>
  `${heading}: ${countOfCars(count, noun)}`;

/** @param hasRepayments whether cards show repayments; mentioning them otherwise would be misleading advertising */
export const searchDescription = (
  heading: string,
  count: number,
  { name, noun = CARS, hasRepayments }: { name: string; noun?: StockNoun; hasRepayments: boolean },
): string => {
  const shown = hasRepayments ? 'photos, prices and repayments' : 'photos and prices';
  return `${heading}. Compare ${countOfCars(count, noun)} with ${shown} at ${name}, and enquire online.`;
};

/** The label of a refinement, and the search without it. */
export type Chip = { key: string; text: string; without: SearchState };

/** `$25,000`, `60,000 km`, `2021` */
export function rangeNumber(facet: Facet, value: number): string {
  if (facet.unit === 'dollars') return `$${formatNumber(value)}`;
  return facet.unit === 'km' ? `${formatNumber(value)} km` : String(value);
}

function rangeText(facet: Facet, { min, max }: NumberRange): string {
  const from = min === null ? '' : rangeNumber(facet, min);
  const to = max === null ? '' : rangeNumber(facet, max);
  if (min === max) return `${facet.label} ${from}`;
  if (!from) return `${facet.label} up to ${to}`;
  return to ? `${facet.label} ${from} to ${to}` : `${facet.label} from ${from}`;
}

/** A number needs its unit. */
const chipText = ({ name }: Facet, label: string) =>
  name === 'seats' ? `${label} ${label === '1' ? 'seat' : 'seats'}` : label;

function facetChips(facet: Facet, state: SearchState): Chip[] {
  const range = state.ranges[facet.name];
  if (facet.kind === 'range') {
    if (!range) return [];
    const without = withRange(state, facet.name, { min: null, max: null });
    return [{ key: facet.name, text: rangeText(facet, range), without }];
  }
  const byLabel = Map.groupBy(state.lists[facet.name] ?? [], (value) => valueLabel(facet, value));
  return [...byLabel].map(([text, values]) => ({
    key: `${facet.name}:${text}`,
    text: chipText(facet, text),
    without: toggleValues(state, facet.name, values),
  }));
}

/** LOC-11. */
function nearChips(state: SearchState): Chip[] {
  if (!state.near) return [];
  const { place, km } = state.near;
  const text = km === null ? `Near ${place}` : `Within ${km} km of ${place}`;
  return [{ key: 'near', text, without: withNear(state, undefined) }];
}

export function chipsOf(state: SearchState): Chip[] {
  const words = state.query
    ? [{ key: 'query', text: `“${state.query}”`, without: withQuery(state, '') }]
    : [];
  return [...words, ...nearChips(state), ...FACETS.flatMap((facet) => facetChips(facet, state))];
}
