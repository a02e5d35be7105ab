import type { SearchState } from './search-state.ts';
import { DEFAULT_SORT } from './sort.ts';
import { encodeSearch } from './url-codec.ts';

/** What of a search is saved: not its order, nor its page. */
export const savedSearch = (state: SearchState): SearchState => ({ ...state, page: 1, sortBy: DEFAULT_SORT });

/** A search to be saved as the query of an address; equal searches have equal ones. */
export const savedQuery = (state: SearchState): string => encodeSearch(savedSearch(state)).toString();
