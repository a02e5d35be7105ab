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
import { OPEN_LIST, valuesShown } from '#src/features/search/facets/facet-show-more.ts';
import {
  type Facet,
  type FacetOption,
  facetOptions,
  offeredOptions,
  optionsNamed,
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
  /** The same function as long as the page lives. */
  toggle(values: readonly string[]): void;
};

const isSame = (before: OptionProps, after: OptionProps) =>
  before.facet === after.facet && JSON.stringify(before.option) === JSON.stringify(after.option);

const painted = () => new Promise<void>((resolve) => afterPaint(resolve));

/** Each result brings new objects; a line that says the same stays as it is. */
const Option = memo(function Option({ facet, option, toggle }: OptionProps) {
  const box = useRef<HTMLInputElement>(null);
  const [isTicked, setTicked] = useOptimistic(option.isChosen);
  // The box is painted first: a search updates the whole page.
  const act = () =>
    startTransition(async () => {
      setTicked(!isTicked);
      await painted();
      toggle(isTicked ? option.values : option.values.slice(0, 1));
      // InstantSearch tells React later; until then the box would fall back.
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
        <span className="facet-count">{formatNumber(option.count)}</span>
      </label>
    </li>
  );
}, isSame);

type FacetOptionsProps = Omit<OptionProps, 'option'> & { options: readonly FacetOption[] };

/** Values of a facet as checkboxes. */
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
  /** What was typed, each time it changes. */
  onFind(text: string): void;
  /** The shopper is about to search for a value. */
  onStart(): void;
};

/** Text typed before hydration counts too. */
function useEarlyText(box: RefObject<HTMLInputElement | null>, act: (text: string) => void) {
  const first = useRef(act);
  useLayoutEffect(() => {
    if (box.current?.value) first.current(box.current.value);
  }, [box]);
}

/** Narrows a long list of values to those that hold a text. Works only with scripts; the form does not send it. */
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
