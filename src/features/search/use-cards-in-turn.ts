import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Promo } from '#src/config/sections/search.ts';
import { afterPaint } from '#src/ui/after-paint.ts';
import { cardsInTurn, type FoundCards, moreCards, type PlacedCard, placedCards } from './placed-cards.ts';
import { useAfterPaint } from './use-after-paint.ts';

/** How many cards of a list begin above the lower edge of the window; all where there are none yet. */
function cardsInView(list: Element | null | undefined): number {
  if (!list) return Number.POSITIVE_INFINITY;
  const begun = [...list.children].findIndex(
    (item) => (item.firstElementChild?.getBoundingClientRect().top ?? 0) >= innerHeight,
  );
  return Math.max(begun < 0 ? list.childElementCount : begun, 1);
}

/**
 * The cards of the newest results: first those in view, a frame later the counts of the filters alone, then the others
 * by and by.
 * @param room the element around their list; it keeps its height until all of them are drawn
 */
export function useCardsInTurn(
  newest: FoundCards,
  promos: readonly Promo[],
  room: RefObject<HTMLElement | null>,
): { cards: readonly PlacedCard[]; isPartial: boolean } {
  /** The last ones that were drawn in full; none where the first ones are the server's. */
  const complete = useRef<readonly PlacedCard[]>([]);
  // For each result, before the page changes: it is laid out already.
  const { first, placed, height } = useMemo(() => {
    const list = room.current?.querySelector('.vehicle-grid');
    const first = cardsInView(list);
    // A card made again would lose the focus.
    const hasFocus = list?.contains(document.activeElement);
    const placed = placedCards(newest, promos, complete.current, hasFocus ? undefined : first);
    return { first, placed, height: room.current?.offsetHeight ?? 0 };
  }, [newest, promos, room]);
  const isPainted = useAfterPaint(newest) === newest;
  const [last, setLast] = useState({ of: newest, drawn: first });
  const drawn = last.of === newest ? last.drawn : first;
  const isPartial = drawn < placed.length;
  useLayoutEffect(() => {
    if (room.current) room.current.style.minHeight = isPartial ? `${height}px` : '';
  }, [room, height, isPartial]);
  useEffect(() => {
    if (!isPartial) complete.current = placed;
    else if (isPainted) return afterPaint(() => setLast({ of: newest, drawn: moreCards(drawn) }));
    return undefined;
  }, [newest, placed, drawn, isPainted, isPartial]);
  return { cards: cardsInTurn(placed, complete.current, drawn), isPartial };
}
