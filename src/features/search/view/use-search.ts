import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import type { SearchState } from '#src/features/search/search-state.ts';

/** What the newest results say. */
export type Found = {
  /** The search that found it; the newest may be ahead of it. */
  of: SearchState;
  /** NAV-16: the same with its values as the stock spells them, without those that no vehicle found has. */
  stocked: SearchState;
  /** As shown; a large count is not exact (SRCH-17). */
  count: number;
  /** Sold ones that this page leaves out (SRCH-13). */
  collapsed: number;
  pages: number;
  /** By facet, how many lines of its list the results leave out. */
  leftOut: { readonly [F in FacetName]?: number };
  /** The filters that the words of these results mean, as an address; undefined if all are text. */
  meant: { query: string; address: string } | undefined;
  /** LOC-11: distances are counted from a place that is nowhere. */
  isNowhere: boolean;
  /** No vehicle has the words; these were found by the filters alone. */
  isWithoutText: boolean;
  /** Of all stock, where nothing is found (SRCH-12). */
  others: readonly CardDocument[];
};

export type Search = {
  /** The newest search. */
  state: SearchState;
  found: Found;
  isLoading: boolean;
  hasFailed: boolean;
  /** The newest search, also between two renderings. */
  now(): SearchState;
  /** Asks for several changes of the newest search at once. */
  update(change: (now: SearchState) => SearchState): void;
  urlOf(state: SearchState): string;
};

export const SearchContext = createContext<Search | undefined>(undefined);

export function useSearch(): Search {
  const found = useContext(SearchContext);
  if (!found) throw new Error('This part of search is outside SearchApp');
  return found;
}

/** Facets whose values are all on screen; the others show those that come first (SRCH-05). */
export type OpenLists = { names: readonly FacetName[]; open(name: FacetName): void };

const OpenListsContext = createContext<OpenLists | undefined>(undefined);
export const OpenListsProvider = OpenListsContext.Provider;

/** @param first the list that the address opens */
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
