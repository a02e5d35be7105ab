import { type ComponentType, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchBox } from 'react-instantsearch';
import { askWords } from '#src/features/search/client/search-requests.ts';
import { withWords } from '#src/features/search/plain-words/word-meaning.ts';
import { SEARCH_DEBOUNCE_MS, withQuery } from '#src/features/search/search-state.ts';
import { MAX_QUERY_LENGTH } from '#src/features/search/url/query-length.ts';
import { decodeSearch, encodeSearch } from '#src/features/search/url/url-codec.ts';
import { useSurroundings } from '#src/features/search/view/search-settings.ts';
import { useSearch } from '#src/features/search/view/use-search.ts';
import { SEARCH_ICON } from '#src/platform/ui/single-icons.data.ts';

/** On a bad line words are searched for as they are: results say later what they mean. */
const UNDERSTANDING_TIMEOUT_MS = 2000;

type Box = {
  /** Searches for its text. */
  search(): void;
  /** Puts a text into it. */
  show(text: string): void;
};

/**
 * Enter turns words that name stock into filters, with one search and not two: immediately if the results on screen
 * say which filters, with the results if they are on their way; otherwise the server is asked first. While the shopper
 * types, words stay in the box and only the results change.
 */
function useQueryUnderstanding({ search, show }: Box) {
  const {
    found: { meant },
    now,
    update,
  } = useSearch();
  /** Their results are on the way. */
  const entered = useRef<string>(undefined);
  const asking = useRef<AbortController>(undefined);

  function take(words: string, address: string) {
    const filters = decodeSearch(new URLSearchParams(address));
    show(filters.query);
    update((newest) => withWords({ ...newest, query: words }, filters));
  }

  function applyPendingQuery() {
    const words = entered.current;
    if (words === undefined || meant?.query !== words) return;
    entered.current = undefined;
    if (now().query === words) take(words, meant.address);
  }

  useEffect(applyPendingQuery);
  async function ask(words: string) {
    const asked = new AbortController();
    asking.current = asked;
    const late = new Promise<null>((resolve) => setTimeout(resolve, UNDERSTANDING_TIMEOUT_MS, null));
    const meaning = askWords(encodeSearch(withQuery(now(), words)), asked.signal);
    const address = await Promise.race([meaning, late]).catch(() => null);
    if (asked.signal.aborted) return;
    asked.abort();
    if (address === null) search();
    else take(words, address);
  }

  function cancelPending() {
    entered.current = undefined;
    asking.current?.abort();
  }

  useEffect(() => {
    const stop = () => asking.current?.abort();
    // Back and Forward lead to other words.
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
      if (words !== now().query) return void ask(words);
      entered.current = words;
      applyPendingQuery();
    },
    cancelPending,
  };
}

/**
 * The box owns its text: only a search that came from elsewhere replaces it, never a response to what was typed.
 * @returns its ref; `searchSoon` after a pause in typing; `search` immediately; `wait` cancels a scheduled search;
 *   `press` notes when a key was pressed; `show` puts other words in
 */
function useTypedQuery() {
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Requested and not on screen yet, oldest first. */
  const asked = useRef<string[]>([]);
  /** When the newest key was pressed, on the page's clock; a busy page receives it late. */
  const pressed = useRef<number>(undefined);
  const due = useRef<() => void>(undefined);

  const wait = () => clearTimeout(timer.current);

  /** InstantSearch's `queryHook`: a pause before the search of what was typed. */
  const pause = useRef((query: string, ask: (query: string) => void) => {
    wait();
    const late = performance.now() - (pressed.current ?? Number.NEGATIVE_INFINITY);
    pressed.current = undefined;
    due.current = () => {
      wait();
      if (query === (asked.current.at(-1) ?? shown.current)) return;
      asked.current.push(query);
      ask(query);
    };
    // A key longer ago wrote nothing; what is searched now was pasted or spoken.
    timer.current = setTimeout(due.current, SEARCH_DEBOUNCE_MS - (late < SEARCH_DEBOUNCE_MS ? late : 0));
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
    due.current?.();
  }

  const wake = useRef(() => {
    // Typed before the island woke.
    if (box.current?.value !== shown.current) searchSoon();
    return () => clearTimeout(timer.current);
  });
  useLayoutEffect(() => wake.current(), []);

  useLayoutEffect(() => {
    if (shown.current === wanted) return;
    shown.current = wanted;
    const at = asked.current.lastIndexOf(wanted);
    asked.current = at < 0 ? [] : asked.current.slice(at + 1);
    if (at >= 0 || !box.current) return;
    // Back, Forward, or a removed chip.
    clearTimeout(timer.current);
    box.current.value = wanted;
  }, [wanted]);

  /** Words took others' place. */
  function show(text: string) {
    wait();
    asked.current = [];
    if (box.current) box.current.value = text;
  }

  return { box, first, press, search, searchSoon, show, wait };
}

/** The suggestions of a box, loaded when it is focused; it searches as well without them. */
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
    // It may have had the focus before hydration.
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
          // Unfinished input of an input method is not a word yet.
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
