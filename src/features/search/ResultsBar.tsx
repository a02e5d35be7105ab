import { useRef } from 'react';
import { useSortBy } from 'react-instantsearch';
import { MAX_QUERY_LENGTH } from '#src/config/sections/query-length.ts';
import { countOfCars } from '#src/domain/search/search-heading.ts';
import { besidesSold, refinementCount } from '#src/domain/search/search-state.ts';
import { isSortKey, SORT_LABELS, SORTS } from '#src/domain/search/sort.ts';
import { indexNameOf } from '#src/wire/search-index.ts';
import { onPlainClick } from './follow-link.ts';
import { FILTERS_ID, SEARCH_FORM_ID } from './form-ids.ts';
import { SaveSearchLink } from './SaveSearchLink.tsx';
import { useSurroundings } from './search-settings.ts';
import { useEarlyGesture } from './use-early-gesture.ts';
import { useSearch } from './use-search.ts';

const ORDERS = SORTS.map((key) => ({ value: indexNameOf(key), label: SORT_LABELS[key] }));

/** The number of results, their order, and on phones a button for the filters. */
export function ResultsBar() {
  const { settings, cutQuery } = useSurroundings();
  const { state, found, isLoading, hasFailed, now, update, urlOf } = useSearch();
  const { count, collapsed, isWithoutText, of, pages } = found;
  const { refine } = useSortBy({ items: ORDERS });
  const chosen = refinementCount(besidesSold(state, settings.conditions));
  const sort = useRef<HTMLSelectElement>(null);
  const sortBy = (key: string) => isSortKey(key) && refine(indexNameOf(key));
  useEarlyGesture(() => {
    const key = sort.current?.value ?? state.sortBy;
    if (key === state.sortBy) return undefined;
    // React replays the change where it comes late enough: that is one search, not two.
    return () => {
      if (now().sortBy !== key) sortBy(key);
    };
  });
  return (
    <div className="results-bar">
      <p className="results-count" aria-live="polite" aria-atomic="true" aria-busy={isLoading}>
        <strong>{countOfCars(count, settings.noun)}</strong>
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
