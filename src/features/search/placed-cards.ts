import type { Promo } from '#src/config/sections/search.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { isPromoShown, type Placed, withPromos } from '#src/domain/search/promos.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';
import { collapseSoldRuns } from '#src/domain/search/sold-runs.ts';
import { isSellable } from '#src/domain/vehicle/card-tag.ts';

export type FoundCards = {
  hits: readonly CardDocument[];
  /** That found them. */
  state: Pick<SearchState, 'page' | 'lists'>;
};

export type PlacedCard = {
  placed: Placed<CardDocument>;
  /** Of a car its id, of a promo its number. */
  name: string;
  /** Of its element in the list. */
  key: string;
  isFirst: boolean;
};

/** More at once would hold up the shopper's next key. */
const CARDS_AT_ONCE = 9;

/** The next count of cards to draw. */
export const moreCards = (drawn: number): number => drawn + CARDS_AT_ONCE;

/** How many cards are drawn once the one at `place` is. */
function drawnWith(place: number, first: number): number {
  let drawn = first;
  while (drawn <= place) drawn = moreCards(drawn);
  return drawn;
}

const otherKey = (name: string, key: string) => (key === name ? `${name}+` : name);

/**
 * Cards and promos in their places, each with a key of its own. A car that was on screen before has the same key, and
 * so the same element, unless it comes from below what is drawn in the same step: React would then move every card
 * between the two places, which takes longer than a new element.
 * @param before what is on screen
 * @param first how many are drawn in the first step; all unless given
 */
export function placedCards(
  { hits, state }: FoundCards,
  all: readonly Promo[],
  before: readonly PlacedCard[] = [],
  first = Number.POSITIVE_INFINITY,
): PlacedCard[] {
  const cars = collapseSoldRuns(hits, (car) => !isSellable(car));
  const types = state.lists.car_type ?? [];
  // Later pages hold cars alone.
  const promos = state.page === 1 ? all.filter((promo) => isPromoShown(promo, types)) : [];
  const earlier = new Map(before.map(({ name, key }, place) => [name, { key, place }]));
  return withPromos(cars, promos).map((placed, place) => {
    const name = placed.kind === 'promo' ? `promo-${all.indexOf(placed.promo)}` : placed.item.id;
    const was = earlier.get(name);
    const isFromBelow = was !== undefined && was.place >= drawnWith(place, first);
    return {
      placed,
      name,
      key: isFromBelow ? otherKey(name, was.key) : (was?.key ?? name),
      isFirst: placed.kind !== 'promo' && placed.item === cars[0],
    };
  });
}

/**
 * What is drawn of results: all of it, or as many as `drawn`, first those that a screen shows.
 * @param before results whose later cards keep their room until those of the newest are drawn
 */
export function cardsInTurn(
  newest: readonly PlacedCard[],
  before: readonly PlacedCard[],
  drawn: number,
): readonly PlacedCard[] {
  if (newest.length <= drawn) return newest;
  const first = newest.slice(0, drawn);
  const names = new Set(first.map(({ name }) => name));
  return [...first, ...before.slice(drawn).filter(({ name }) => !names.has(name))];
}
