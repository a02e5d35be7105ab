import { slugOf } from '#src/config/sections/slug.ts';
import type { SIMILAR_BY } from '#src/config/sections/stock/vehicle-page-section.ts';
import {
  ALL_STOCK_PATH,
  fixedScope,
  type SearchScope,
  searchUrl,
} from '#src/features/search/search-scope.ts';
import { EMPTY_SEARCH, type NumberRange, type SearchState } from '#src/features/search/search-state.ts';
import { folded } from '#src/platform/text/fold-text.ts';

/** VDP-14. */
export const SIMILAR_LIMIT = 6;
/** VDP-34. */
export const SIMILAR_PER_QUERY = 10;

/** VDP-14: from this price on, the wider window applies. */
const WIDE_FROM_DOLLARS = 50_000;
const NARROW_WINDOW_DOLLARS = 10_000;
const WIDE_WINDOW_DOLLARS = 25_000;

/** Facet values of the vehicle. */
export type ComparedVehicle = {
  id: string;
  make: string;
  model: string;
  car_type: string;
  item_type: string;
  body: string | null;
  /** The displayed price in whole dollars. */
  price: number | null;
};

/** Both ends included. */
export function priceWindow(dollars: number): { min: number; max: number } {
  const reach = dollars < WIDE_FROM_DOLLARS ? NARROW_WINDOW_DOLLARS : WIDE_WINDOW_DOLLARS;
  return { min: Math.max(0, dollars - reach), max: dollars + reach };
}

type Lists = SearchState['lists'];

/** VDP-34: a vehicle without a body type is compared by item type. */
function listsOf(
  car: ComparedVehicle,
  by: (typeof SIMILAR_BY)[number],
): readonly [widest: Lists, ...Lists[]] {
  const model = { make: [car.make], model: [car.model] };
  if (by === 'make_model') return [model];
  const type = {
    car_type: [car.car_type],
    ...(car.body === null ? { item_type: [car.item_type] } : { body: [car.body] }),
  };
  // A separate query for the model, which may not be among the first ten of the type.
  return [type, { ...type, ...model }];
}

const searchOf = (lists: Lists, { price }: ComparedVehicle): SearchState => {
  const window: NumberRange | null = price === null ? null : priceWindow(price);
  return { ...EMPTY_SEARCH, lists, ranges: window ? { price: window } : {} };
};

/** The results include the vehicle itself. */
export const similarSearches = (car: ComparedVehicle, by: (typeof SIMILAR_BY)[number]): SearchState[] =>
  listsOf(car, by).map((lists) => searchOf(lists, car));

export function similarSearchUrl(car: ComparedVehicle, by: (typeof SIMILAR_BY)[number]): string {
  const [lists] = listsOf(car, by);
  const scope: SearchScope = (by === 'make_model'
    ? { path: `/search/${slugOf(car.make)}/${slugOf(car.model)}`, lists }
    : fixedScope(`${car.car_type}-cars`)) ?? { path: ALL_STOCK_PATH, lists: {} };
  return searchUrl(searchOf(lists, car), scope);
}

type Found = Pick<ComparedVehicle, 'id' | 'make' | 'model'>;

/** Removes duplicates and the vehicle itself, and moves the same model to the front. */
export function inSimilarOrder<T extends Found>(found: readonly T[], car: Found): T[] {
  const others = new Map(found.filter(({ id }) => id !== car.id).map((each) => [each.id, each]));
  const isSameModel = ({ make, model }: Found) =>
    folded(make) === folded(car.make) && folded(model) === folded(car.model);
  return [...others.values()].sort((a, b) => Number(isSameModel(b)) - Number(isSameModel(a)));
}
