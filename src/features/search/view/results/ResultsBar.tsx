import { type ReactNode, useRef } from 'react';
import { useCurrentRefinements, useSortBy } from 'react-instantsearch';
import { SAVE_SEARCH_PATH } from '#src/config/sections/site/link-paths.ts';
import { indexNameOf, isSortKey, SORT_LABELS, SORTS } from '#src/features/search/search-index.ts';
import {
  type NumberRange,
  refinementCount,
  type SearchState,
  withoutImpliedConditions,
} from '#src/features/search/search-state.ts';
import { chipsOf, countOfCars } from '#src/features/search/search-wording.ts';
import { MAX_QUERY_LENGTH } from '#src/features/search/url/query-length.ts';
import { savedQuery } from '#src/features/search/url/url-codec.ts';
import { clearedPath, FILTERS_ID, SEARCH_FORM_ID } from '#src/features/search/view/search-anchors.ts';
import { useSurroundings } from '#src/features/search/view/search-settings.ts';
import { onPlainClick, useEarlyGesture } from '#src/features/search/view/use-gestures.ts';
import { useSearch } from '#src/features/search/view/use-search.ts';
import { CLOSE_ICON } from '#src/platform/ui/single-icons.data.ts';

/** SRCH-33. */
export function SaveSearchLink({ className, children }: { className: string; children: ReactNode }) {
  const query = savedQuery(useSearch().state);
  return (
    <a className={className} href={query ? `${SAVE_SEARCH_PATH}?${query}` : SAVE_SEARCH_PATH} rel="nofollow">
      {children}
    </a>
  );
}

const ORDERS = SORTS.map((key) => ({ value: indexNameOf(key), label: SORT_LABELS[key] }));

export function ResultsBar() {
  const { settings, cutQuery } = useSurroundings();
  const { state, found, isLoading, hasFailed, now, update, urlOf } = useSearch();
  const { count, noun, collapsed, isWithoutText, of, pages } = found;
  const { refine } = useSortBy({ items: ORDERS });
  const chosen = refinementCount(withoutImpliedConditions(state, settings.conditions));
  const sort = useRef<HTMLSelectElement>(null);
  const sortBy = (key: string) => isSortKey(key) && refine(indexNameOf(key));
  useEarlyGesture(() => {
    const key = sort.current?.value ?? state.sortBy;
    if (key === state.sortBy) return undefined;
    // React may replay the change event too, which must not cause a second search.
    return () => {
      if (now().sortBy !== key) sortBy(key);
    };
  });
  return (
    <div className="results-bar">
      <p className="results-count" aria-live="polite" aria-atomic="true" aria-busy={isLoading}>
        <strong>{countOfCars(count, noun)}</strong>
        {collapsed > 0 && <>, {collapsed} just sold and not shown</>}
        {of.query &&
          (isWithoutText ? <> with these filters. None mentions “{of.query}”.</> : <> for “{of.query}”</>)}
        {pages > 1 && <span className="visually-hidden">{`, page ${of.page} of ${pages}`}</span>}
      </p>
      {settings.search.alerts && count > 0 && (
        <SaveSearchLink className="results-save">Save this search</SaveSearchLink>
      )}
      <button className="button button-quiet results-filters" type="button" popoverTarget={FILTERS_ID}>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path d="M4 7h10m4 0h2M4 17h2m4 0h10" />
          <circle cx="16" cy="7" r="2" />
          <circle cx="8" cy="17" r="2" />
        </svg>
        Filters{chosen > 0 && ` (${chosen})`}
      </button>
      <div className="results-sort">
        <span aria-hidden="true">Sort by</span>
        <select
          ref={sort}
          id="search-sort"
          className="input"
          aria-label="Sort by"
          name="sortBy"
          form={SEARCH_FORM_ID}
          value={state.sortBy}
          onChange={({ target }) => sortBy(target.value)}
        >
          {SORTS.filter((key) => key !== 'distance' || state.near).map((key) => (
            <option key={key} value={key}>
              {SORT_LABELS[key]}
            </option>
          ))}
        </select>
        <button className="button button-quiet results-sort-go" type="submit" form={SEARCH_FORM_ID}>
          Sort
        </button>
      </div>
      {cutQuery !== undefined && of.query === cutQuery && (
        <p className="results-note muted">
          Your search was too long, so we used the first {MAX_QUERY_LENGTH} characters.
        </p>
      )}
      {state.sortBy === 'price_asc' && settings.search.priceAscendingHidesUnpriced && (
        <p className="results-note muted">{`Without ${settings.noun.many} that have no price.`}</p>
      )}
      {hasFailed && (
        <p className="alert results-failed" role="alert">
          We couldn’t update the results. These are from your last search.{' '}
          <a href={urlOf(state)} onClick={onPlainClick(() => update((now) => now))}>
            Try again
          </a>
        </p>
      )}
    </div>
  );
}

type Refined = ReturnType<typeof useCurrentRefinements>['items'];

/** InstantSearch lists each value and each end of a range separately. */
function refinementsOf(items: Refined): Pick<SearchState, 'lists' | 'ranges'> {
  const lists: Record<string, readonly string[]> = {};
  const ranges: Record<string, NumberRange> = {};
  for (const { attribute, refinements } of items) {
    const values = refinements.filter(({ type }) => type === 'disjunctive').map(({ value }) => String(value));
    const end = (sign: string) => refinements.find(({ operator }) => operator === sign)?.value;
    const [min, max] = [end('>='), end('<=')];
    if (values.length > 0) lists[attribute] = values;
    else
      ranges[attribute] = {
        min: min === undefined ? null : Number(min),
        max: max === undefined ? null : Number(max),
      };
  }
  return { lists, ranges };
}

export function Chips() {
  const { settings } = useSurroundings();
  const { found, state: newest, update, urlOf } = useSearch();
  const { items } = useCurrentRefinements();
  // The query gets a chip once its results have arrived.
  const state = { ...newest, ...refinementsOf(items), query: found.of.query };
  const shown = new Set(chipsOf(withoutImpliedConditions(state, settings.conditions)).map(({ key }) => key));
  const chips = chipsOf(state).filter(({ key }) => shown.has(key));
  if (chips.length === 0) return null;
  return (
    <ul className="search-chips" aria-label="Chosen filters">
      {chips.map(({ key, text, without }) => (
        <li key={key}>
          <a
            className="search-chip"
            href={urlOf(without)}
            rel="nofollow"
            onClick={onPlainClick(() =>
              update((now) => chipsOf(now).find((chip) => chip.key === key)?.without ?? now),
            )}
          >
            <span className="visually-hidden">Remove </span>
            {text}
            <svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true">
              <path d={CLOSE_ICON} />
            </svg>
          </a>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <a className="search-clear" href={clearedPath(settings.search)}>
            Clear Filters
          </a>
        </li>
      )}
    </ul>
  );
}
