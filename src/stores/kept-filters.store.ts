import { storedList } from './stored-list.ts';

/** SRCH-11. */
const MOST_KEPT = 10;

/** A parameter of an address: name and value. */
type Filter = [name: string, value: string];

const isFilter = (value: unknown): value is Filter =>
  Array.isArray(value) && value.length === 2 && value.every((text) => typeof text === 'string');

const $persistedFilters = storedList('forecourt:kept-filters', isFilter);

const filtersOf = (filters: Iterable<Filter>, names: readonly string[]) =>
  [...filters].filter(([name]) => names.includes(name)).slice(0, MOST_KEPT);

/** SRCH-11: stores what an address says of the facets that stay from one search to the next. */
export const persistFilters = (names: readonly string[], search: string): void =>
  $persistedFilters.set(filtersOf(new URLSearchParams(search), names));

export const persistedFilters = (names: readonly string[]): Filter[] =>
  filtersOf($persistedFilters.get(), names);
