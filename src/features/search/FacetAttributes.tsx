import { Fragment } from 'react';
import { usePagination, useRange, useRefinementList, useSearchBox, useSortBy } from 'react-instantsearch';
import { type FacetName, SORT_KEYS } from '#src/config/sections/search.ts';
import { FACETS } from '#src/domain/search/facets.ts';
import { formatRange } from '#src/domain/search/url-codec.ts';
import { indexNameOf } from '#src/wire/search.ts';
import { SEARCH_FORM_ID } from './form-ids.ts';
import { useSurroundings } from './search-settings.ts';
import { useSearch } from './use-search.ts';

/** More values than any facet shows. */
const VALUES_ASKED = 100;
const SORT_ITEMS = SORT_KEYS.map((key) => ({ label: key, value: indexNameOf(key) }));

function ListAttribute({ name }: { name: FacetName }) {
  useRefinementList({ attribute: name, operator: 'or', limit: VALUES_ASKED });
  return null;
}

function RangeAttribute({ name }: { name: FacetName }) {
  useRange({ attribute: name });
  return null;
}

/**
 * Declares to InstantSearch what can be searched by: text, page, order, the dealer's facets, and those the address
 * refines although the dealer does not show them. InstantSearch drops undeclared refinements.
 */
export function FacetAttributes() {
  const { settings } = useSurroundings();
  const { state, taken } = useSearch();
  const shown = settings.search.facets;
  useSearchBox();
  usePagination();
  useSortBy({ items: SORT_ITEMS });
  return FACETS.filter(
    ({ name }) =>
      shown.includes(name) ||
      [state, taken?.meant].some((one) => one?.lists[name] !== undefined || one?.ranges[name] !== undefined),
  ).map(({ name, kind }) => {
    const range = shown.includes(name) ? undefined : state.ranges[name];
    const values = shown.includes(name)
      ? []
      : [...(state.lists[name] ?? []), ...(range ? [formatRange(range)] : [])];
    return (
      <Fragment key={name}>
        {kind === 'range' ? <RangeAttribute name={name} /> : <ListAttribute name={name} />}
        {values.map((value) => (
          <input key={value} type="hidden" name={name} value={value} form={SEARCH_FORM_ID} />
        ))}
      </Fragment>
    );
  });
}
