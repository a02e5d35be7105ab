import { useEffect, useRef } from 'react';
import { decodeSearch } from '#src/domain/search/url-codec.ts';
import { useSearch } from './use-search.ts';

/**
 * Enter makes the filters of words that name what is in stock, as soon as the server has said which. While somebody
 * types, words stay in the box and results alone follow them.
 */
export function useMeantWords() {
  const { meant, take } = useSearch();
  const entered = useRef<string>(undefined);

  function takeEntered() {
    const words = entered.current;
    if (words === undefined || meant?.query !== words) return;
    entered.current = undefined;
    take({ words, meant: decodeSearch(new URLSearchParams(meant.address)) });
  }

  useEffect(takeEntered);

  return {
    enter(words: string) {
      entered.current = words;
      takeEntered();
    },
    typeOn() {
      entered.current = undefined;
    },
  };
}
