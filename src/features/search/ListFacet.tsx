import { type ComponentProps, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useRefinementList } from 'react-instantsearch';
import type { FacetName } from '#src/config/sections/search.ts';
import { facetOptions, offeredOptions, optionsNamed } from '#src/domain/search/facet-values.ts';
import type { Facet } from '#src/domain/search/facets.ts';
import { OPEN_LIST } from '#src/domain/search/open-list.ts';
import { ALL_STOCK_PATH } from '#src/domain/search/search-scope.ts';
import { type SearchState, toggleValues } from '#src/domain/search/search-state.ts';
import { valuesShown } from '#src/domain/search/shown-values.ts';
import { FacetOptions } from './FacetOptions.tsx';
import { FindValue } from './FindValue.tsx';
import { facetId, SEARCH_FORM_ID } from './form-ids.ts';
import { useSurroundings } from './search-settings.ts';
import { useOpenLists } from './use-open-lists.ts';
import { useSearch } from './use-search.ts';

/** More than a facet has: the server leaves out what a closed list does not show. */
const MOST_VALUES = 10_000;
/** SRCH-05: where the makes split. */
const POPULAR_MAKES = 20;
const MORE_TEXTS: Partial<Record<FacetName, string>> = { make: 'Show all makes', model: 'Show all models' };
/** Lists long enough to need a search box. */
const FIND_TEXTS: Partial<Record<FacetName, string>> = { make: 'Find a make', model: 'Find a model' };

/** Opens a list: immediately with scripts, else on the next page, which includes the values ticked so far. */
function ShowAll({ facet }: { facet: Facet }) {
  const { names, open } = useOpenLists();
  return (
    <button
      type="submit"
      className="facet-more"
      form={SEARCH_FORM_ID}
      formAction={`${ALL_STOCK_PATH}#${facetId(facet.name)}`}
      name={OPEN_LIST}
      value={facet.name}
      aria-busy={names.includes(facet.name) || undefined}
      onClick={(event) => {
        event.preventDefault();
        open(facet.name);
      }}
    >
      {MORE_TEXTS[facet.name] ?? 'Show all'}
    </button>
  );
}

function SplitMakes({ options, ...list }: ComponentProps<typeof FacetOptions>) {
  return (
    <>
      <h3 className="facet-split">Popular Makes</h3>
      <FacetOptions options={options.slice(0, POPULAR_MAKES)} {...list} />
      <h3 className="facet-split">All Makes</h3>
      <FacetOptions options={options.slice(POPULAR_MAKES)} {...list} />
    </>
  );
}

/** If the button had the focus, it moves to the first new value. */
function useFocusOnMore(left: number, shown: number) {
  const list = useRef<HTMLFieldSetElement>(null);
  const before = useRef({ left, hadFocus: false });
  // The button stays while the list loads; when it is removed, the focus would be lost.
  const hasFocus = () => Boolean(list.current?.querySelector('.facet-more:focus'));
  useLayoutEffect(() => {
    if (before.current.hadFocus && left === 0 && before.current.left > 0) {
      list.current?.querySelectorAll<HTMLInputElement>('[type="checkbox"]')[shown]?.focus();
    }
    before.current = { left, hadFocus: hasFocus() };
  });
  return list;
}

/** SRCH-05: checkboxes with counts; any of those ticked matches. */
export function ListFacet({ facet, isOpen }: { facet: Facet; isOpen: boolean }) {
  const { settings } = useSurroundings();
  const { state, found, now, update } = useSearch();
  const { items, refine } = useRefinementList({ attribute: facet.name, limit: MOST_VALUES });
  const { open } = useOpenLists();
  const [sought, setSought] = useState('');
  const counts = Object.fromEntries(items.map(({ label, count }) => [label, count]));
  const left = found.leftOut[facet.name] ?? 0;
  const shown = valuesShown(facet, settings.search);
  const list = useFocusOnMore(left, shown);
  const options = offeredOptions(
    facet,
    facetOptions(facet, counts, state.lists[facet.name]),
    settings.search,
  );
  const toggle = useCallback(
    (values: readonly string[]) => {
      const change = (before: SearchState) => toggleValues(before, facet.name, values);
      const [value = ''] = values;
      // What no address could say is not chosen.
      if (change(now()) === now()) return;
      // A label with several values is one search.
      if (values.length > 1) update(change);
      else refine(value);
    },
    [facet, now, update, refine],
  );
  if (options.length === 0) return null;
  const named = optionsNamed(options, sought);
  const isSplit =
    facet.name === 'make' && settings.search.splitMakes && named.length > POPULAR_MAKES && left === 0;
  const chosen = options.filter((option) => option.isChosen).length;
  const findText = left > 0 || options.length > shown ? FIND_TEXTS[facet.name] : undefined;
  return (
    <details className="facet" id={facetId(facet.name)} open={isOpen}>
      <summary>
        {facet.label}
        {chosen > 0 && <span className="facet-chosen">{chosen}</span>}
      </summary>
      <fieldset ref={list}>
        <legend className="visually-hidden">
          {`${facet.label}, with the number of ${settings.noun.many}`}
        </legend>
        {findText && <FindValue label={findText} onFind={setSought} onStart={() => open(facet.name)} />}
        {isSplit ? (
          <SplitMakes facet={facet} options={named} toggle={toggle} />
        ) : (
          <FacetOptions facet={facet} options={named} toggle={toggle} />
        )}
        {findText && (
          <p className="facet-none" role="status">
            {named.length === 0 && left === 0 && `No ${facet.label.toLowerCase()} has “${sought.trim()}”.`}
          </p>
        )}
        {left > 0 && sought === '' && <ShowAll facet={facet} />}
      </fieldset>
    </details>
  );
}
