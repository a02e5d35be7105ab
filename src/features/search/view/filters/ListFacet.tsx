import {
  type ComponentProps,
  memo,
  type RefObject,
  startTransition,
  useCallback,
  useLayoutEffect,
  useOptimistic,
  useRef,
  useState,
} from 'react';
import { useRefinementList } from 'react-instantsearch';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { kmText } from '#src/features/locations/distance.ts';
import { OPEN_LIST, valuesShown } from '#src/features/search/facets/facet-show-more.ts';
import {
  byNearness,
  type Facet,
  type FacetOption,
  facetOptions,
  filterOptions,
  offeredOptions,
} from '#src/features/search/facets/facets.ts';
import { ALL_STOCK_PATH } from '#src/features/search/search-scope.ts';
import { type SearchState, toggleValues } from '#src/features/search/search-state.ts';
import { facetId, SEARCH_FORM_ID } from '#src/features/search/view/search-anchors.ts';
import { useSurroundings } from '#src/features/search/view/search-settings.ts';
import { useEarlyGesture } from '#src/features/search/view/use-gestures.ts';
import { useOpenLists, useSearch } from '#src/features/search/view/use-search.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import { afterPaint } from '#src/platform/ui/dom/deferred-work.ts';

type OptionProps = {
  facet: Facet;
  option: FacetOption;
  /** Must be stable, as `isSame` does not compare it. */
  toggle(values: readonly string[]): void;
};

const isSame = (before: OptionProps, after: OptionProps) =>
  before.facet === after.facet && JSON.stringify(before.option) === JSON.stringify(after.option);

const painted = () => new Promise<void>((resolve) => afterPaint(resolve));

/** Options are new objects in every result, so they are compared by value. */
const Option = memo(function Option({ facet, option, toggle }: OptionProps) {
  const box = useRef<HTMLInputElement>(null);
  const [isTicked, setTicked] = useOptimistic(option.isChosen);
  // Paints the checkbox before the search rerenders the whole page.
  const act = () =>
    startTransition(async () => {
      setTicked(!isTicked);
      await painted();
      toggle(isTicked ? option.values : option.values.slice(0, 1));
      // InstantSearch updates React asynchronously; without waiting, the optimistic state would revert.
      await painted();
    });
  useEarlyGesture(() => (box.current?.checked === option.isChosen ? undefined : act));
  return (
    <li>
      <label className="facet-option">
        <input
          ref={box}
          type="checkbox"
          name={facet.name}
          value={option.values[0]}
          form={SEARCH_FORM_ID}
          checked={isTicked}
          onChange={act}
        />
        {option.label}
        {option.km !== undefined && <span className="facet-km">{kmText(option.km)}</span>}
        <span className="facet-count">{formatNumber(option.count)}</span>
      </label>
    </li>
  );
}, isSame);

type FacetOptionsProps = Omit<OptionProps, 'option'> & { options: readonly FacetOption[] };

function FacetOptions({ options, ...list }: FacetOptionsProps) {
  return (
    <ul>
      {options.map((option) => (
        <Option key={option.label} option={option} {...list} />
      ))}
    </ul>
  );
}

type FindValueProps = {
  label: string;
  onFind(text: string): void;
  /** Called on focus, to load the complete list. */
  onStart(): void;
};

/** Applies text typed before hydration. */
function useEarlyText(box: RefObject<HTMLInputElement | null>, act: (text: string) => void) {
  const first = useRef(act);
  useLayoutEffect(() => {
    if (box.current?.value) first.current(box.current.value);
  }, [box]);
}

/** Filters a long list of values. Needs JavaScript; it has no name, so the form does not submit it. */
function FindValue({ label, onFind, onStart }: FindValueProps) {
  const box = useRef<HTMLInputElement>(null);
  useEarlyText(box, (text) => {
    onStart();
    onFind(text);
  });
  return (
    <input
      ref={box}
      className="input facet-find"
      type="text"
      autoComplete="off"
      enterKeyHint="done"
      aria-label={label}
      placeholder={label}
      onFocus={onStart}
      onInput={({ currentTarget }) => onFind(currentTarget.value)}
    />
  );
}

/** No limit: the server already reduces collapsed lists. */
const MOST_VALUES = 10_000;
/** SRCH-05. */
const POPULAR_MAKES = 20;
const MORE_TEXTS: Partial<Record<FacetName, string>> = { make: 'Show all makes', model: 'Show all models' };
const FIND_TEXTS: Partial<Record<FacetName, string>> = { make: 'Find a make', model: 'Find a model' };

/** Expands a list; without JavaScript it submits the form, so that the next page includes the values ticked so far. */
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

/** Moves the focus from the removed "Show all" button to the first new value. */
function useFocusOnMore(left: number, shown: number) {
  const list = useRef<HTMLFieldSetElement>(null);
  const before = useRef({ left, hadFocus: false });
  // The button is removed once the list has loaded, which would lose the focus.
  const hasFocus = () => Boolean(list.current?.querySelector('.facet-more:focus'));
  useLayoutEffect(() => {
    if (before.current.hadFocus && left === 0 && before.current.left > 0) {
      list.current?.querySelectorAll<HTMLInputElement>('[type="checkbox"]')[shown]?.focus();
    }
    before.current = { left, hadFocus: hasFocus() };
  });
  return list;
}

/** SRCH-05: checkboxes with counts, joined by OR. */
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
    facetOptions(byNearness(facet, found.distances), counts, state.lists[facet.name]),
    settings.search,
  );
  const toggle = useCallback(
    (values: readonly string[]) => {
      const change = (before: SearchState) => toggleValues(before, facet.name, values);
      const [value = ''] = values;
      // Beyond the limits of a URL the selection does not change.
      if (change(now()) === now()) return;
      // `refine` takes one value, and each call is a search.
      if (values.length > 1) update(change);
      else refine(value);
    },
    [facet, now, update, refine],
  );
  if (options.length === 0) return null;
  const named = filterOptions(options, sought);
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
        <legend className="visually-hidden">{`${facet.label}, with the number of ${found.noun.many}`}</legend>
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
