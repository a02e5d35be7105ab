import { useEffect, useRef } from 'react';
import { decodeSearch } from '#src/domain/search/url-codec.ts';
import { useSearch } from './use-search.ts';

/**
 * Enter turns words that name stock into filters, as soon as the server has identified them. While the shopper types,
 * words stay in the box and only the results change.
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
