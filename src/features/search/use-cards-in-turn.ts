import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { afterPaint } from '#src/ui/after-paint.ts';
import { FIRST_CARDS, type FoundCards, moreCards } from './placed-cards.ts';
import { useAfterPaint } from './use-after-paint.ts';

/** How many cards of a list begin above the lower edge of the window. */
function cardsInView(list: HTMLElement | null): number {
  if (!list) return FIRST_CARDS;
  const begun = [...list.children].findIndex(
    (item) => (item.firstElementChild?.getBoundingClientRect().top ?? 0) >= innerHeight,
  );
  return Math.max(begun < 0 ? list.childElementCount : begun, 1);
}

/**
 * How many cards of the newest results are drawn: those in view, a frame later the counts of the filters alone, then
 * the others by and by.
 * @param list the cards on screen
 * @returns also the results before, while theirs are below
 */
export function useCardsInTurn(
  newest: FoundCards,
  list: RefObject<HTMLElement | null>,
): { drawn: number; before: FoundCards | undefined } {
  // For each result, before the page changes: it is laid out already.
  const inView = useMemo(() => newest && cardsInView(list.current), [newest, list]);
  const isPainted = useAfterPaint(newest) === newest;
  const [last, setLast] = useState({ of: newest, drawn: Number.POSITIVE_INFINITY });
  const drawn = last.of === newest ? last.drawn : inView;
  const complete = useRef(newest);
  const isComplete = drawn >= newest.hits.length;
  useEffect(() => {
    if (isComplete) complete.current = newest;
    else if (isPainted) return afterPaint(() => setLast({ of: newest, drawn: moreCards(drawn) }));
    return undefined;
  }, [newest, drawn, isPainted, isComplete]);
  return { drawn, before: isComplete ? undefined : complete.current };
}
