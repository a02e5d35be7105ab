import { type Context, createContext, useContext } from 'react';
import type { FacetName } from '#src/config/sections/search.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';

export type FacetFound = {
  counts: Readonly<Record<string, number>>;
  /** Lines of its list that `counts` leaves out. */
  left: number;
  stats: { min: number; max: number } | undefined;
};

/** What the newest results say. */
export type Found = {
  /** The search that found it; the newest may be ahead of it. */
  of: SearchState;
  hits: readonly CardDocument[];
  /** They are in the page the island woke in, and come in no prop of it. */
  areHitsInPage: boolean;
  /** As shown; a large count is not exact (SRCH-17). */
  count: number;
  pages: number;
  facets: { readonly [F in FacetName]?: FacetFound };
  /** The filters that the words of these results mean, as an address; undefined if all are text. */
  meant: { query: string; address: string } | undefined;
  /** LOC-11: distances are counted from a place that is nowhere. */
  isNowhere: boolean;
  /** No vehicle has the words; these were found by the filters alone. */
  isWithoutText: boolean;
  /** Of all stock, where nothing is found (SRCH-12). */
  others: readonly CardDocument[];
};

/** What the newest search is narrowed by, besides its words. */
export type Refinements = Pick<SearchState, 'lists' | 'ranges' | 'near'>;

export type SearchStatus = { isLoading: boolean; hasFailed: boolean };

/** How to ask for something else; the same functions as long as the page lives. */
export type SearchActions = {
  /** The newest search, which may be ahead of the one on screen. */
  now(): SearchState;
  /** Asks for a change of the newest search. */
  update(change: (now: SearchState) => SearchState): void;
  urlOf(state: SearchState): string;
};

/** One context for each of what changes at different times: a part renders again only when what it reads has changed. */
export const FacetsContext = createContext<Found['facets'] | undefined>(undefined);
export const RefinementsContext = createContext<Refinements | undefined>(undefined);
export const StateContext = createContext<SearchState | undefined>(undefined);
export const FoundContext = createContext<Found | undefined>(undefined);
export const StatusContext = createContext<SearchStatus | undefined>(undefined);
export const ActionsContext = createContext<SearchActions | undefined>(undefined);

function useRequired<T>(context: Context<T | undefined>): T {
  const value = useContext(context);
  if (value === undefined) throw new Error('This part of search is outside SearchApp');
  return value;
}

/** Counts of the filters: a frame later than the results, which are what someone looks at. */
export const useFacets = () => useRequired(FacetsContext);
export const useRefinements = () => useRequired(RefinementsContext);
export const useSearchState = () => useRequired(StateContext);
export const useFound = () => useRequired(FoundContext);
export const useSearchStatus = () => useRequired(StatusContext);
export const useSearchActions = () => useRequired(ActionsContext);
