import { useLayoutEffect, useRef } from 'react';
import { MAX_QUERY_LENGTH, SEARCH_DEBOUNCE_MS, withQuery } from '#src/domain/search/search-state.ts';
import { useSurroundings } from './search-settings.ts';
import { useMeantWords } from './use-meant-words.ts';
import { useSearch } from './use-search.ts';

/**
 * The box owns its text: only a search that came from elsewhere replaces it, never a response to what was typed.
 * @returns its ref; `searchSoon` after a pause in typing; `search` immediately; `wait` cancels a scheduled search
 */
function useTypedQuery() {
  const { state, update } = useSearch();
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(state.query);
  /** Requested and not on screen yet, oldest first. */
  const asked = useRef<string[]>([]);
  const latest = useRef(update);
  latest.current = update;

  const wait = () => clearTimeout(timer.current);

  function search() {
    wait();
    const query = box.current?.value ?? '';
    if (query === (asked.current.at(-1) ?? shown.current)) return;
    asked.current.push(query);
    latest.current((now) => withQuery(now, query));
  }

  function searchSoon() {
    wait();
    timer.current = setTimeout(search, SEARCH_DEBOUNCE_MS);
  }

  const wake = useRef(() => {
    // Typed before the island woke.
    if (box.current?.value !== shown.current) searchSoon();
    return () => clearTimeout(timer.current);
  });
  useLayoutEffect(() => wake.current(), []);

  useLayoutEffect(() => {
    if (shown.current === state.query) return;
    shown.current = state.query;
    const at = asked.current.lastIndexOf(state.query);
    asked.current = at < 0 ? [] : asked.current.slice(at + 1);
    if (at >= 0 || !box.current) return;
    // Back, Forward, or a removed chip.
    clearTimeout(timer.current);
    box.current.value = state.query;
  }, [state.query]);

  return { box, search, searchSoon, wait };
}

/** SRCH-02. */
export function SearchBox() {
  const { settings } = useSurroundings();
  const { state } = useSearch();
  const first = useRef(state.query);
  const { box, search, searchSoon, wait } = useTypedQuery();
  const { enter, typeOn } = useMeantWords();
  const searchNow = () => {
    search();
    enter(box.current?.value ?? '');
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
        ref={box}
        defaultValue={first.current}
        maxLength={MAX_QUERY_LENGTH}
        autoComplete="off"
        enterKeyHint="search"
        data-type-ahead={settings.search.suggestions || undefined}
        placeholder="Make, model or keyword"
        onInput={({ nativeEvent }) => {
          typeOn();
          // Unfinished input of an input method is not a word yet.
          if ((nativeEvent as InputEvent).isComposing) wait();
          else searchSoon();
        }}
        onCompositionStart={wait}
        onCompositionEnd={searchSoon}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          searchNow();
        }}
      />
      <button
        className="button"
        type="submit"
        onClick={(event) => {
          event.preventDefault();
          searchNow();
        }}
      >
        Search
      </button>
    </div>
  );
}
