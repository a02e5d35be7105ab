import { type StockNoun, stockNoun } from '#src/config/sections/verticals.ts';
import type { SearchState } from './search-state.ts';

const CARS = stockNoun(['cars']);

const CONDITION_WORDS: Readonly<Record<string, string>> = { new: 'new', demo: 'demo', used: 'used' };
const CONDITION_ORDER = ['new', 'used', 'demo'];

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function conditions(carTypes: readonly string[]): string {
  const words = CONDITION_ORDER.filter((type) => carTypes.includes(type)).map(
    (type) => CONDITION_WORDS[type],
  );
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

const single = (values: readonly string[] | undefined) => (values?.length === 1 ? values[0] : undefined);

/** One place by its name, several by the first and how many follow. */
function placeNames(names: readonly string[] | undefined): string | undefined {
  const [first, second, ...more] = names ?? [];
  if (first === undefined || second === undefined) return first;
  return more.length > 0 ? `${first} and ${more.length + 1} other locations` : `${first} and ${second}`;
}

/** Heading of a search: `Used cars in Brisbane`, `Toyota HiLux for sale in Brisbane`, `Cars at Example Motors`. */
export function searchHeading(
  { lists }: Pick<SearchState, 'lists'>,
  city: string,
  noun: StockNoun = CARS,
): string {
  const { many } = noun;
  const at = placeNames(lists.location_name) ?? single(lists.dealership_name);
  const place = at ? `at ${at}` : `in ${city}`;
  const make = single(lists.make);
  const model = make ? single(lists.model) : undefined;
  const condition = conditions(lists.car_type ?? []);
  if (make) {
    const what = [condition, make, model].filter(Boolean).join(' ');
    return capitalised(`${what}${model || condition ? '' : ` ${many}`} for sale ${place}`);
  }
  if (condition) return capitalised(`${condition} ${many} ${place}`);
  return at ? capitalised(`${many} ${place}`) : `New, used and demo ${many} ${place}`;
}

/** `1 car`, `2,140 cars`. */
export const countOfCars = (count: number, noun: StockNoun = CARS): string =>
  `${count.toLocaleString('en-AU')} ${count === 1 ? noun.one : noun.many}`;

/** Title of the page, without the dealer's name. */
export const searchTitle = (heading: string, count: number, noun: StockNoun = CARS): string =>
  `${heading}: ${countOfCars(count, noun)}`;

export const searchDescription = (
  heading: string,
  count: number,
  dealerName: string,
  noun: StockNoun = CARS,
): string =>
  `${heading}. Compare ${countOfCars(count, noun)} with photos, prices and repayments at ${dealerName}, and enquire online.`;
