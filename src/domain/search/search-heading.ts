import { capitalised, type StockNoun, stockNoun } from '#src/config/sections/verticals.ts';
import { formatNumber } from '../format-number.ts';
import {
  bodyWords,
  conditionWords,
  makeWords,
  priceWords,
  seatWords,
  valueWords,
  yearWords,
} from './heading-words.ts';
import type { SearchState } from './search-state.ts';

const CARS = stockNoun(['cars']);

const single = (values: readonly string[] | undefined) => (values?.length === 1 ? values[0] : undefined);

/** One place by its name, several by the first and how many follow. */
export function placeNames(names: readonly string[] | undefined): string | undefined {
  const [first, second, ...more] = names ?? [];
  if (first === undefined || second === undefined) return first;
  return more.length > 0 ? `${first} and ${more.length + 1} other locations` : `${first} and ${second}`;
}

const words = (...parts: readonly string[]) => parts.filter(Boolean).join(' ');

/**
 * Heading of a search, which names what it is narrowed to: `Used cars in Brisbane`, `SUVs under $30,000 in Brisbane`,
 * `Toyota HiLux for sale in Brisbane`, `Cars at Example Motors`, `SUVs by subscription in Sydney`.
 */
export function searchHeading(
  { lists, ranges }: Pick<SearchState, 'lists' | 'ranges'>,
  city: string,
  noun: StockNoun = CARS,
  /** The conditions of all stock. */
  sold: readonly string[] = ['new', 'used', 'demo'],
): string {
  const { many, had } = noun;
  const at = placeNames(lists.location_name) ?? single(lists.dealership_name);
  const where = at ? `at ${at}` : `in ${city}`;
  const place = had === undefined ? where : `${had} ${where}`;
  const chosen = lists.car_type ?? [];
  const conditions = chosen.length === 0 && sold.length === 1 ? sold : chosen;
  const condition = had === undefined ? conditionWords(conditions) : '';
  const kind = words(
    condition,
    seatWords(lists.seats),
    valueWords(lists.transmission),
    valueWords(lists.fuel),
  );
  const bodies = bodyWords(lists.body, many);
  const bounds = words(
    yearWords(ranges.year),
    priceWords(ranges.price),
    priceWords(ranges.subscription_price, ' a week'),
    priceWords(ranges.weekly_price, ' a week'),
  );
  const makes = makeWords(lists.make);
  if (makes) {
    const model = single(lists.make) ? single(lists.model) : undefined;
    const isSaid = model || (condition && single(lists.make));
    const what = words(kind, makes, model ?? (bodies || (isSaid ? '' : many)));
    return capitalised(words(what, bounds, had === undefined ? 'for sale' : '', place));
  }
  const isNarrowed = Boolean(kind || bodies || bounds || at || had);
  return capitalised(
    isNarrowed ? words(kind, bodies || many, bounds, place) : words(conditionWords(sold), many, place),
  );
}

/** `1 car`, `2,140 cars`. */
export const countOfCars = (count: number, noun: StockNoun = CARS): string =>
  `${formatNumber(count)} ${count === 1 ? noun.one : noun.many}`;

/** Title of the page, without the dealer's name. */
export const searchTitle = (heading: string, count: number, noun: StockNoun = CARS): string =>
  `${heading}: ${countOfCars(count, noun)}`;

/** @param hasRepayments whether cards show any: a promise of credit is advertising too */
export const searchDescription = (
  heading: string,
  count: number,
  { name, noun = CARS, hasRepayments }: { name: string; noun?: StockNoun; hasRepayments: boolean },
): string => {
  const shown = hasRepayments ? 'photos, prices and repayments' : 'photos and prices';
  return `${heading}. Compare ${countOfCars(count, noun)} with ${shown} at ${name}, and enquire online.`;
};
