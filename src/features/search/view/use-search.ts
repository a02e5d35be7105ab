import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import type { LocationDistances } from '#src/features/search/facets/facets.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import type { SearchState } from '#src/features/search/search-state.ts';

/** The newest results. */
export type Found = {
  /** The search of these results; `state` may be newer. */
  of: SearchState;
  /** NAV-16: `of` with the spelling of values in stock, without values that have no vehicles. */
  stocked: SearchState;
  /** As displayed; may be approximate (SRCH-17). */
  count: number;
  /** SRCH-253: of the vehicles found. */
  noun: StockNoun;
  /** Number of sold vehicles hidden on this page (SRCH-13). */
  collapsed: number;
  pages: number;
  /** Number of options left out, by facet. */
  leftOut: { readonly [F in FacetName]?: number };
  /** The query and the filters it stands for, as a query string; undefined if all words are text. */
  meant: { query: string; address: string } | undefined;
  /** LOC-11: the place is unknown. */
  isNowhere: boolean;
  /** LOC-275: with a place. */
  distances: LocationDistances | undefined;
  /** No vehicle matches the query; the results match only the filters. */
  isWithoutText: boolean;
  /** SRCH-12: other vehicles, if there are no results. */
  others: readonly CardDocument[];
};

export type Search = {
  state: SearchState;
  found: Found;
  isLoading: boolean;
  hasFailed: boolean;
  /** The newest state, also between renders. */
  now(): SearchState;
  /** Applies several changes with a single search. */
  update(change: (now: SearchState) => SearchState): void;
  urlOf(state: SearchState): string;
};

export const SearchContext = createContext<Search | undefined>(undefined);

export function useSearch(): Search {
  const found = useContext(SearchContext);
  if (!found) throw new Error('This part of search is outside SearchApp');
  return found;
}

/** SRCH-05: facets whose lists are expanded. */
export type OpenLists = { names: readonly FacetName[]; open(name: FacetName): void };

const OpenListsContext = createContext<OpenLists | undefined>(undefined);
export const OpenListsProvider = OpenListsContext.Provider;

/** @param first the list that the URL expands */
export function useOpenedLists(first: FacetName | undefined): OpenLists {
  const [names, setNames] = useState<readonly FacetName[]>(first ? [first] : []);
  const open = useCallback(
    (name: FacetName) => setNames((now) => (now.includes(name) ? now : [...now, name])),
    [],
  );
  return useMemo(() => ({ names, open }), [names, open]);
}

export function useOpenLists(): OpenLists {
  const found = useContext(OpenListsContext);
  if (!found) throw new Error('This part of search is outside SearchApp');
  return found;
}
