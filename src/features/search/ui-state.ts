import type { UiState } from 'instantsearch.js';
import { FACETS } from '#src/domain/search/facets.ts';
import { EMPTY_SEARCH, type NumberRange, type SearchState } from '#src/domain/search/search-state.ts';
import { DEFAULT_SORT } from '#src/domain/search/sort.ts';
import { formatRange, parseRange } from '#src/domain/search/url-codec.ts';
import { indexNameOf, SEARCH_INDEX, sortOfIndexName } from '#src/wire/search-index.ts';
import type { SearchUiState } from './connect-near.ts';

/** A search in InstantSearch's state. */
export function toIndexUiState({ lists, ranges, near, ...state }: SearchState): SearchUiState {
  const range = Object.entries(ranges).map(([name, bounds]) => [name, formatRange(bounds)]);
  const refinementList = Object.entries(lists).map(([name, values]) => [name, [...values]]);
  return {
    query: state.query,
    page: state.page,
    sortBy: indexNameOf(state.sortBy),
    refinementList: Object.fromEntries(refinementList),
    range: Object.fromEntries(range),
    near,
  };
}

export function fromIndexUiState(ui: SearchUiState): SearchState {
  const lists: Record<string, readonly string[]> = {};
  const ranges: Record<string, NumberRange> = {};
  for (const { name, kind } of FACETS) {
    const values = ui.refinementList?.[name];
    if (kind !== 'range' && values && values.length > 0) lists[name] = values;
    const range = kind === 'range' ? parseRange(ui.range?.[name] ?? '') : undefined;
    if (range) ranges[name] = range;
  }
  return {
    ...EMPTY_SEARCH,
    query: ui.query ?? '',
    page: ui.page ?? 1,
    sortBy: sortOfIndexName(ui.sortBy ?? SEARCH_INDEX) ?? DEFAULT_SORT,
    lists,
    ranges,
    ...(ui.near && { near: ui.near }),
  };
}

export const toUiState = (state: SearchState): UiState => ({ [SEARCH_INDEX]: toIndexUiState(state) });
export const fromUiState = (ui: UiState): SearchState => fromIndexUiState(ui[SEARCH_INDEX] ?? {});
