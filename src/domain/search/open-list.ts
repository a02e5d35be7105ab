import type { FacetName } from '#src/config/sections/search.ts';
import { FACETS } from './facets.ts';

/** Parameter of a page on which the list of one facet is open; the search it shows is the same. */
export const OPEN_LIST = 'show';

export const openListOf = (params: URLSearchParams): FacetName | undefined =>
  FACETS.find(({ name, kind }) => kind === 'list' && name === params.get(OPEN_LIST))?.name;

/** The address of a search with the list open that another address asked for. */
export function withOpenList(address: string, asked: URLSearchParams): string {
  const open = openListOf(asked);
  return open ? `${address}${address.includes('?') ? '&' : '?'}${OPEN_LIST}=${open}` : address;
}
