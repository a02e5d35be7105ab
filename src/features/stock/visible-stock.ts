import {
  NUMBER_FACETS,
  type NumberFacet,
  rangeOf,
  type SearchFilters,
} from '#src/config/sections/stock/search-filters-section.ts';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { StockRules } from '#src/config/sections/stock/stock-section.ts';
import type { Vertical } from '#src/config/sections/stock/stock-terms.ts';
import type { SearchDocument } from '#src/features/search/index/search-document.ts';
import type { StockedVehicle, Vehicle } from '#src/features/vehicle/vehicle.ts';
import { itemTypesOf } from '#src/features/vehicle/vehicle-families.ts';
import { folded } from '#src/platform/text/fold-text.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { calendarYear } from '#src/platform/time/zoned-time.ts';

/** A condition that every vehicle of a scope meets. Strings are compared case-insensitively, as by the search engine. */
export type StockCondition =
  | { field: 'status' | 'car_type' | 'item_type' | 'make' | 'model' | 'stocknum'; among: readonly string[] }
  | { field: 'make' | 'stocknum'; notAmong: readonly string[] }
  | { field: 'year' | 'sold_at' | 'photos_count'; atLeast: number }
  | { field: 'show_on_dealer_website'; is: boolean }
  | { facet: FacetName; values: readonly string[] }
  | { facet: NumberFacet; min?: number; max?: number }
  | { anyOf: readonly (readonly StockCondition[])[] };

/** The vehicles a search may return: those of one dealer that meet every condition. */
export type StockScope = { dealer: string; conditions: readonly StockCondition[] };

export type StockScopeRules = Omit<StockRules, 'feed' | 'defaultPriceType'>;

type SearchedDealer = { slug: string; stock: StockScopeRules; search_filters: SearchFilters };

/** The settings that decide whether a dealer lists a vehicle, without the period for which sold vehicles are listed. */
export type ListingRules = {
  stock: Omit<StockScopeRules, 'include_sold_cars_days' | 'inStockOnly'>;
  verticals: readonly Vertical[];
};

function availability(rules: StockScopeRules, nowMs: number): StockCondition {
  if (rules.inStockOnly) return { field: 'status', among: ['in_stock'] };
  const onSale: StockCondition = { field: 'status', among: ['in_stock', 'coming_soon'] };
  if (rules.include_sold_cars_days === 0) return onSale;
  const since = Math.floor((nowMs - rules.include_sold_cars_days * DAY_MS) / 1000);
  const justSold: StockCondition[] = [
    { field: 'status', among: ['sold'] },
    { field: 'sold_at', atLeast: since },
  ];
  return { anyOf: [[onSale], justSold] };
}

/** SRCH-30: the site's own filters, applied to every search. */
export function filterConditions(filters: SearchFilters): StockCondition[] {
  return Object.entries(filters).flatMap(([name, filter]): StockCondition[] => {
    if (filter === undefined) return [];
    const facet = name as FacetName;
    if (!isNumberFacet(facet)) return [{ facet, values: [filter].flat() }];
    const range = typeof filter === 'string' ? rangeOf(filter) : undefined;
    return range ? [{ facet, ...range }] : [];
  });
}

const isNumberFacet = (facet: FacetName): facet is NumberFacet =>
  (NUMBER_FACETS as readonly string[]).includes(facet);

/**
 * The public stock of a dealer (SRCH-14, SRCH-30, CFG-04, CFG-05, CFG-13). It depends on the date: each 1 January the
 * limit on age excludes another year of build.
 */
export function stockScope(
  dealer: SearchedDealer & { timeZone: string; verticals: readonly Vertical[] },
  clock: Clock,
  more: readonly StockCondition[] = [],
): StockScope {
  const { stock, slug, timeZone, search_filters } = dealer;
  const now = clock.now();
  const rules = ruleConditions(dealer, calendarYear(now, timeZone));
  return {
    dealer: slug,
    conditions: [...rules, availability(stock, now.getTime()), ...filterConditions(search_filters), ...more],
  };
}

/** The public parts of a dealer. Rules for vehicles, such as the limit on age, do not apply to them. */
export function partsScope({ slug, stock, search_filters }: SearchedDealer): StockScope {
  const shown: StockCondition[] = [
    { field: 'show_on_dealer_website', is: true },
    { field: 'item_type', among: ['part'] },
    { field: 'status', among: stock.inStockOnly ? ['in_stock'] : ['in_stock', 'coming_soon'] },
  ];
  return { dealer: slug, conditions: [...shown, ...filterConditions(search_filters)] };
}

/**
 * The dealer's rules, apart from availability.
 * @param year current year in the dealer's time zone
 */
export function ruleConditions({ stock, verticals }: ListingRules, year: number): StockCondition[] {
  const conditions: StockCondition[] = [
    { field: 'show_on_dealer_website', is: true },
    { field: 'item_type', among: itemTypesOf(verticals) },
  ];
  if (stock.maxAgeYears !== null) conditions.push({ field: 'year', atLeast: year - stock.maxAgeYears });
  if (stock.usedOnly) conditions.push({ field: 'car_type', among: ['used'] });
  if (stock.excludedMakes.length > 0) conditions.push({ field: 'make', notAmong: stock.excludedMakes });
  if (stock.excludedStockNumbers.length > 0) {
    conditions.push({ field: 'stocknum', notAmong: stock.excludedStockNumbers });
  }
  return conditions;
}

type MatchableField = Extract<StockCondition, { field: string }>['field'] | FacetName;
type Matchable = { readonly [F in MatchableField]?: unknown };
type Predicate = (vehicle: Matchable) => boolean;

function facetPredicate(condition: Extract<StockCondition, { facet: string }>): Predicate {
  const { facet } = condition;
  if ('values' in condition) {
    const wanted = new Set(condition.values.map(folded));
    return (document) => [document[facet] ?? []].flat().some((value) => wanted.has(folded(String(value))));
  }
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = condition;
  return (document) => {
    const value = document[facet];
    return typeof value === 'number' && value >= min && value <= max;
  };
}

/** Evaluates a condition in memory, with the semantics of the engine's filter. */
export function conditionPredicate(condition: StockCondition): Predicate {
  if ('anyOf' in condition) {
    const alternatives = condition.anyOf.map((all) => all.map(conditionPredicate));
    return (document) => alternatives.some((all) => all.every((predicate) => predicate(document)));
  }
  if ('facet' in condition) return facetPredicate(condition);
  const { field } = condition;
  if ('atLeast' in condition) {
    return (document) => {
      const value = document[field];
      return typeof value === 'number' && value >= condition.atLeast;
    };
  }
  if ('is' in condition) return (document) => document[field] === condition.is;
  const isAmong = 'among' in condition;
  const listed = new Set(('among' in condition ? condition.among : condition.notAmong).map(folded));
  return (document) => {
    const value = document[field];
    return (typeof value === 'string' && listed.has(folded(value))) === isAmong;
  };
}

export function scopePredicate({
  dealer,
  conditions,
}: StockScope): (document: Matchable & Pick<SearchDocument, 'dealer'>) => boolean {
  const predicates = conditions.map(conditionPredicate);
  return (document) => document.dealer === dealer && predicates.every((predicate) => predicate(document));
}

type ListedFields = Pick<
  Vehicle,
  'make' | 'year' | 'car_type' | 'item_type' | 'status' | 'stocknum' | 'show_on_dealer_website'
>;

export type VisibilityRules = ListingRules & { stock: Pick<StockRules, 'inStockOnly'> };

/**
 * `stockScope` for one vehicle, without the period for which sold vehicles are listed.
 * @param year current year in the dealer's time zone
 */
export const isVisible = (vehicle: ListedFields, dealer: VisibilityRules, year: number): boolean =>
  !(dealer.stock.inStockOnly && vehicle.status === 'coming_soon') &&
  ruleConditions(dealer, year).every((condition) => conditionPredicate(condition)(vehicle));

/**
 * Whether the dealer's rules list the vehicle now, or did when it arrived: each 1 January the limit on age excludes
 * another year of build.
 * @param year current year in the dealer's time zone
 */
export const wasVisible = (
  vehicle: ListedFields & Pick<StockedVehicle, 'firstSeenAt'>,
  dealer: VisibilityRules & { timeZone: string },
  year: number,
): boolean =>
  isVisible(vehicle, dealer, year) ||
  isVisible(vehicle, dealer, calendarYear(new Date(vehicle.firstSeenAt), dealer.timeZone));
