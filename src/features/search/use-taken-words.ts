import { useLayoutEffect, useRef, useState } from 'react';
import { withWords } from '#src/domain/search/plain-words/with-words.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';

/** Words of the box, and the search they mean. */
export type TakenWords = { words: string; meant: SearchState };

/**
 * Words become filters in two steps: their facets are declared first, because InstantSearch drops refinements of
 * others. Both are over before it searches.
 */
export function useTakenWords(update: (change: (now: SearchState) => SearchState) => void) {
  const [taken, take] = useState<TakenWords>();
  const latest = useRef(update);
  latest.current = update;
  useLayoutEffect(() => {
    if (!taken) return;
    const { words, meant } = taken;
    latest.current((now) => (now.query === words ? withWords(now, meant) : now));
    take(undefined);
  }, [taken]);
  return { taken, take };
}
