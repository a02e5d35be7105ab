import type { IndexUiState, UiState } from 'instantsearch.js';
import { FACETS } from '#src/domain/search/facets.ts';
import { EMPTY_SEARCH, type NumberRange, type SearchState } from '#src/domain/search/search-state.ts';
import { DEFAULT_SORT } from '#src/domain/search/sort.ts';
import { formatRange, parseRange } from '#src/domain/search/url-codec.ts';
import { indexNameOf, SEARCH_INDEX, sortOfIndexName } from '#src/wire/search-index.ts';

/** A search in InstantSearch's state. */
export function toIndexUiState(state: SearchState): IndexUiState {
  const range = Object.fromEntries(
    Object.entries(state.ranges).map(([name, bounds]) => [name, formatRange(bounds)]),
  );
  const refinementList = Object.fromEntries(
    Object.entries(state.lists).map(([name, values]) => [name, [...values]]),
  );
  const { near } = state;
  return {
    ...{ query: state.query, page: state.page, sortBy: indexNameOf(state.sortBy), refinementList, range },
    // What is no widget's goes to the server as a parameter of its own; an empty one takes away what was there.
    configure: (near ? { near: near.place, within: near.km ?? undefined } : {}) as NonNullable<
      IndexUiState['configure']
    >,
  };
}

export function fromIndexUiState(ui: IndexUiState): SearchState {
  const lists: Record<string, readonly string[]> = {};
  const ranges: Record<string, NumberRange> = {};
  for (const { name, kind } of FACETS) {
    const values = ui.refinementList?.[name];
    if (kind !== 'range' && values && values.length > 0) lists[name] = values;
    const range = kind === 'range' ? parseRange(ui.range?.[name] ?? '') : undefined;
    if (range) ranges[name] = range;
  }
  const { near, within = null } = (ui.configure ?? {}) as { near?: string; within?: number | null };
  return {
    ...EMPTY_SEARCH,
    query: ui.query ?? '',
    page: ui.page ?? 1,
    sortBy: sortOfIndexName(ui.sortBy ?? SEARCH_INDEX) ?? DEFAULT_SORT,
    lists,
    ranges,
    ...(near !== undefined && { near: { place: near, km: within } }),
  };
}

export const toUiState = (state: SearchState): UiState => ({ [SEARCH_INDEX]: toIndexUiState(state) });
export const fromUiState = (ui: UiState): SearchState => fromIndexUiState(ui[SEARCH_INDEX] ?? {});
