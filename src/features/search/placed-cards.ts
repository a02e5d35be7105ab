import type { Promo } from '#src/config/sections/search.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { isPromoShown, type Placed, withPromos } from '#src/domain/search/promos.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';
import { collapseSoldRuns } from '#src/domain/search/sold-runs.ts';
import { isSellable } from '#src/domain/vehicle/card-tag.ts';

type FoundCards = {
  hits: readonly CardDocument[];
  /** That found them. */
  state: Pick<SearchState, 'page' | 'lists'>;
};

export type ResultItem = { placed: Placed<CardDocument>; key: string; isFirst: boolean };

/** Cards and promos in their places. */
export function resultItems({ hits, state }: FoundCards, all: readonly Promo[]): ResultItem[] {
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
