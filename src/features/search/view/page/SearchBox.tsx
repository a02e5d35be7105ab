import { type ComponentType, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchBox } from 'react-instantsearch';
import { fetchQueryMeaning } from '#src/features/search/client/search-requests.ts';
import { withWords } from '#src/features/search/plain-words/word-meaning.ts';
import { SEARCH_DEBOUNCE_MS, withQuery } from '#src/features/search/search-state.ts';
import { MAX_QUERY_LENGTH } from '#src/features/search/url/query-length.ts';
import { decodeSearch, encodeSearch } from '#src/features/search/url/url-codec.ts';
import { useSurroundings } from '#src/features/search/view/search-settings.ts';
import { useSearch } from '#src/features/search/view/use-search.ts';
import { SEARCH_ICON } from '#src/platform/ui/single-icons.data.ts';

/** On a slow network the query is searched as text; the results then include its meaning. */
const UNDERSTANDING_TIMEOUT_MS = 2000;

type Box = {
  /** Searches for the current text. */
  search(): void;
  /** Replaces the text. */
  show(text: string): void;
};

/**
 * Enter turns words that name stock into filters with a single search: immediately if the current results include the
 * meaning of the query, on their arrival if they are pending; otherwise after requesting the meaning. While the visitor
 * types, the words stay in the box and only the results change.
 */
function useQueryUnderstanding({ search, show }: Box) {
  const {
    found: { meant },
    now,
    update,
  } = useSearch();
  /** Submitted words whose results are pending. */
  const submitted = useRef<string>(undefined);
  const pendingRequest = useRef<AbortController>(undefined);

  function applyMeaning(words: string, address: string) {
    const filters = decodeSearch(new URLSearchParams(address));
    show(filters.query);
    update((newest) => withWords({ ...newest, query: words }, filters));
  }

  function applyPendingQuery() {
    const words = submitted.current;
    if (words === undefined || meant?.query !== words) return;
    submitted.current = undefined;
    if (now().query === words) applyMeaning(words, meant.address);
  }

  useEffect(applyPendingQuery);
  async function requestMeaning(words: string) {
    const controller = new AbortController();
    pendingRequest.current = controller;
    const timeout = new Promise<null>((resolve) => setTimeout(resolve, UNDERSTANDING_TIMEOUT_MS, null));
    const meaning = fetchQueryMeaning(encodeSearch(withQuery(now(), words)), controller.signal);
    const address = await Promise.race([meaning, timeout]).catch(() => null);
    if (controller.signal.aborted) return;
    controller.abort();
    if (address === null) search();
    else applyMeaning(words, address);
  }

  function cancelPending() {
    submitted.current = undefined;
    pendingRequest.current?.abort();
  }

  useEffect(() => {
    const stop = () => pendingRequest.current?.abort();
    // Back and Forward change the query.
    window.addEventListener('popstate', stop);
    return () => {
      window.removeEventListener('popstate', stop);
      stop();
    };
  }, []);

  return {
    enter(words: string) {
      cancelPending();
      if (words.trim() === '') return search();
      if (words !== now().query) return void requestMeaning(words);
      submitted.current = words;
      applyPendingQuery();
    },
    cancelPending,
  };
}

/**
 * An uncontrolled input: its text is replaced by a search from elsewhere, but never by the response to typed text.
 * @returns `searchSoon` debounces; `search` does not; `wait` cancels the debounced search; `press` records the time of a
 *   key press; `show` replaces the text
 */
function useTypedQuery() {
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Pending queries, oldest first. */
  const pendingQueries = useRef<string[]>([]);
  /** `timeStamp` of the last key press, as a busy page handles the event late. */
  const pressed = useRef<number>(undefined);
  const runSearch = useRef<() => void>(undefined);

  const wait = () => clearTimeout(timer.current);

  /** InstantSearch's `queryHook`, which debounces typing. */
  const pause = useRef((query: string, ask: (query: string) => void) => {
    wait();
    const late = performance.now() - (pressed.current ?? Number.NEGATIVE_INFINITY);
    pressed.current = undefined;
    runSearch.current = () => {
      wait();
      if (query === (pendingQueries.current.at(-1) ?? shown.current)) return;
      pendingQueries.current.push(query);
      ask(query);
    };
    // An earlier key press is unrelated: the text was pasted or dictated.
    timer.current = setTimeout(
      runSearch.current,
      SEARCH_DEBOUNCE_MS - (late < SEARCH_DEBOUNCE_MS ? late : 0),
    );
  });
  const { query: wanted, refine } = useSearchBox({ queryHook: pause.current });
  const first = useRef(wanted);
  const shown = useRef(wanted);

  function press({ key, ctrlKey, metaKey, timeStamp }: KeyboardEvent) {
    const writes = key.length === 1 || key === 'Backspace' || key === 'Delete';
    pressed.current = writes && !ctrlKey && !metaKey ? timeStamp : undefined;
  }

  const searchSoon = () => refine(box.current?.value ?? '');

  function search() {
    searchSoon();
    runSearch.current?.();
  }

  const init = useRef(() => {
    // Text typed before hydration.
    if (box.current?.value !== shown.current) searchSoon();
    return () => clearTimeout(timer.current);
  });
  useLayoutEffect(() => init.current(), []);

  useLayoutEffect(() => {
    if (shown.current === wanted) return;
    shown.current = wanted;
    const at = pendingQueries.current.lastIndexOf(wanted);
    pendingQueries.current = at < 0 ? [] : pendingQueries.current.slice(at + 1);
    if (at >= 0 || !box.current) return;
    // The query changed elsewhere: Back, Forward or a removed chip.
    clearTimeout(timer.current);
    box.current.value = wanted;
  }, [wanted]);

  function show(text: string) {
    wait();
    pendingQueries.current = [];
    if (box.current) box.current.value = text;
  }

  return { box, first, press, search, searchSoon, show, wait };
}

/** Loads the suggestions on focus. */
function useTypeAhead(box: RefObject<HTMLInputElement | null>, isOn: boolean) {
  const [TypeAhead, setTypeAhead] = useState<ComponentType<{ input: HTMLInputElement }>>();
  useEffect(() => {
    const input = box.current;
    if (!input || !isOn) return;
    const load = () =>
      import('#src/features/search/view/type-ahead/TypeAhead.tsx').then(
        (loaded) => setTypeAhead(() => loaded.TypeAhead),
        console.warn,
      );
    // The input may have been focused before hydration.
    if (document.activeElement === input) load();
    else input.addEventListener('focus', load, { once: true });
  }, [box, isOn]);
  return TypeAhead;
}

/** SRCH-02. */
export function SearchBox() {
  const { settings } = useSurroundings();
  const { box, first, press, search, searchSoon, show, wait } = useTypedQuery();
  const { enter, cancelPending } = useQueryUnderstanding({ search, show });
  const TypeAhead = useTypeAhead(box, settings.search.suggestions);
  const searchNow = () => {
    wait();
    enter(box.current?.value ?? '');
  };
  return (
    <div className="search-box">
      <label className="visually-hidden" htmlFor="search-query">
        Search by make, model or keyword
      </label>
      <svg className="search-box-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d={SEARCH_ICON} />
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
        placeholder="Make, model or keyword"
        onInput={({ nativeEvent }) => {
          cancelPending();
          // Text of an unfinished IME composition is not searched.
          if ((nativeEvent as InputEvent).isComposing) wait();
          else searchSoon();
        }}
        onCompositionStart={wait}
        onCompositionEnd={searchSoon}
        onKeyDown={(event) => {
          press(event.nativeEvent);
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
      {TypeAhead && box.current && <TypeAhead input={box.current} />}
    </div>
  );
}
