import { useEffect, useRef, useState } from 'react';
import { MAX_QUERY_LENGTH, SEARCH_DEBOUNCE_MS, withQuery } from '#src/domain/search/search-state.ts';
import { useSearch } from './use-search.ts';

/** SRCH-02. */
export function SearchBox() {
  const { state, update } = useSearch();
  const [text, setText] = useState(state.query);
  const typed = useRef(state.query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ state, update });
  latest.current = { state, update };

  // The address changed by itself: back, forward or Clear Filters.
  useEffect(() => {
    if (state.query === typed.current) return;
    typed.current = state.query;
    setText(state.query);
  }, [state.query]);

  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (query: string) => {
    typed.current = query;
    const { state: now, update: ask } = latest.current;
    if (query !== now.query) ask(withQuery(now, query));
  };

  return (
    <div className="search-box">
      <label className="visually-hidden" htmlFor="search-query">
        Search by make, model or keyword
      </label>
      <svg className="search-box-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="10.5" cy="10.5" r="6.5" />
        <path d="m15.5 15.5 5 5" />
      </svg>
      <input
        id="search-query"
        className="input"
        type="search"
        name="query"
        value={text}
        maxLength={MAX_QUERY_LENGTH}
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Make, model or keyword"
        onChange={({ target: { value } }) => {
          setText(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(value), SEARCH_DEBOUNCE_MS);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          clearTimeout(timer.current);
          search(text);
        }}
      />
      <button
        className="button"
        type="submit"
        onClick={(event) => {
          event.preventDefault();
          clearTimeout(timer.current);
          search(text);
        }}
      >
        Search
      </button>
    </div>
  );
}
