import type { Promo } from '#src/config/sections/search.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { isPromoShown, withPromos } from '#src/domain/search/promos.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';
import { collapseSoldRuns } from '#src/domain/search/sold-runs.ts';
import { isSellable } from '#src/domain/vehicle/card-tag.ts';

export type FoundCards = {
  hits: readonly CardDocument[];
  /** That found them. */
  state: Pick<SearchState, 'page' | 'lists'>;
};

/** As many as a screen shows at once, where no cards were there to be measured. */
export const FIRST_CARDS = 6;
/** More at once would hold up the shopper's next key. */
const CARDS_AT_ONCE = 9;

/** The next count of cards to draw. */
export const moreCards = (drawn: number): number => drawn + CARDS_AT_ONCE;

/** Cards and promos in their places, each with a key of its own. */
function placedCards({ hits, state }: FoundCards, all: readonly Promo[]) {
  const cars = collapseSoldRuns(hits, (car) => !isSellable(car));
  const types = state.lists.car_type ?? [];
  // Later pages hold cars alone.
  const promos = state.page === 1 ? all.filter((promo) => isPromoShown(promo, types)) : [];
  return withPromos(cars, promos).map((placed) => ({
    placed,
    key: placed.kind === 'promo' ? `promo-${all.indexOf(placed.promo)}` : placed.item.id,
    isFirst: placed.kind !== 'promo' && placed.item === cars[0],
  }));
}

/**
 * What is drawn of results: all of it, or as many as `drawn`, first those that a screen shows.
 * @param before results whose later cards keep their room until those of the newest are drawn
 */
export function cardsInTurn(
  newest: FoundCards,
  before: FoundCards | undefined,
  drawn: number,
  promos: readonly Promo[],
) {
  const cards = placedCards(newest, promos);
  if (!before || cards.length <= drawn) return cards;
  const first = cards.slice(0, drawn);
  const keys = new Set(first.map(({ key }) => key));
  const later = placedCards(before, promos).slice(drawn);
  return [...first, ...later.filter(({ key }) => !keys.has(key))];
}
