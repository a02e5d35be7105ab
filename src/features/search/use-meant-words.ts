import { useEffect, useRef } from 'react';
import { withWords } from '#src/domain/search/plain-words/with-words.ts';
import { withQuery } from '#src/domain/search/search-state.ts';
import { decodeSearch, encodeSearch } from '#src/domain/search/url-codec.ts';
import { askWords } from '#src/wire/ask-words.ts';
import { useSearch } from './use-search.ts';

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
export function useQueryUnderstanding({ search, show }: Box) {
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

  function typeOn() {
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
      typeOn();
      if (words.trim() === '') return search();
      if (words !== now().query) return void ask(words);
      entered.current = words;
      applyPendingQuery();
    },
    typeOn,
  };
}
