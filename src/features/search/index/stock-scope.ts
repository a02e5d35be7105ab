import {
  NUMBER_FACETS,
  type NumberFacet,
  rangeOf,
  type SearchFilters,
} from '#src/config/sections/stock/search-filters-section.ts';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { StockRules } from '#src/config/sections/stock/stock-section.ts';
import type { Vertical } from '#src/config/sections/stock/stock-terms.ts';
import { itemTypesOf } from '#src/features/vehicle/vehicle-families.ts';
import { folded } from '#src/platform/text/fold-text.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { calendarYear } from '#src/platform/time/zoned-time.ts';
import type { SearchDocument } from './search-document.ts';

/** Something that holds for every vehicle of a scope. Texts are compared folded, as the search engine does. */
export type StockCondition =
  | { field: 'status' | 'car_type' | 'item_type' | 'make' | 'model' | 'stocknum'; among: readonly string[] }
  | { field: 'make' | 'stocknum'; notAmong: readonly string[] }
  | { field: 'year' | 'sold_at' | 'photos_count'; atLeast: number }
  | { field: 'show_on_dealer_website'; is: boolean }
  | { facet: FacetName; values: readonly string[] }
  | { facet: NumberFacet; min?: number; max?: number }
  | { anyOf: readonly (readonly StockCondition[])[] };

/** The vehicles a search may see: one dealer's, and of them those that meet every condition. */
export type StockScope = { dealer: string; conditions: readonly StockCondition[] };

export type StockScopeRules = Omit<StockRules, 'feed' | 'defaultPriceType'>;

/** A dealer whose stock is searched. */
type StockSearched = { slug: string; stock: StockScopeRules; search_filters: SearchFilters };

/** What decides whether a dealer shows a vehicle at all, but for how long a sold one stays. */
export type StockRuled = {
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

/** SRCH-30: the filters that the site sets for all its searches. */
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
 * What shoppers of a dealer may see (SRCH-14, SRCH-30, CFG-04, CFG-05, CFG-13), evaluated now: on 1 January a year of
 * stock drops out automatically.
 * @param more conditions that narrow it further
 */
export function stockScope(
  dealer: StockSearched & { timeZone: string; verticals: readonly Vertical[] },
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

/** The parts shoppers of a dealer may see. Rules about vehicles, such as their age, do not count for them. */
export function partsScope({ slug, stock, search_filters }: StockSearched): StockScope {
  const shown: StockCondition[] = [
    { field: 'show_on_dealer_website', is: true },
    { field: 'item_type', among: ['part'] },
    { field: 'status', among: stock.inStockOnly ? ['in_stock'] : ['in_stock', 'coming_soon'] },
  ];
  return { dealer: slug, conditions: [...shown, ...filterConditions(search_filters)] };
}

/**
 * The rules of a dealer that have nothing to do with whether a vehicle is still for sale.
 * @param year the present one where the dealer is
 */
export function ruleConditions({ stock, verticals }: StockRuled, year: number): StockCondition[] {
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

type JudgedField = Extract<StockCondition, { field: string }>['field'] | FacetName;
type Judged = { readonly [F in JudgedField]?: unknown };
type Judge = (vehicle: Judged) => boolean;

function facetJudge(condition: Extract<StockCondition, { facet: string }>): Judge {
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

/** What the engine decides by its filter, decided for one vehicle after another. */
export function judgeOf(condition: StockCondition): Judge {
  if ('anyOf' in condition) {
    const ways = condition.anyOf.map((all) => all.map(judgeOf));
    return (document) => ways.some((all) => all.every((judge) => judge(document)));
  }
  if ('facet' in condition) return facetJudge(condition);
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

/** The same for a whole scope. */
export function scopeJudge({
  dealer,
  conditions,
}: StockScope): (document: Judged & Pick<SearchDocument, 'dealer'>) => boolean {
  const judges = conditions.map(judgeOf);
  return (document) => document.dealer === dealer && judges.every((judge) => judge(document));
}
