import type { Promo, SearchConfig } from '#src/config/sections/stock/search-section.ts';
import { isSellable } from '#src/features/vehicle/actions/card-tag.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import type { CardDocument } from './index/search-document.ts';
import type { SearchState } from './search-state.ts';

/** SRCH-19: the most places a promo may move. */
export const MOST_PROMO_OFFSET = 2;

/** A number of the day that looks drawn, the same for every shopper until midnight. */
function drawn(date: string, salt: number, below: number): number {
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
  const mixed = Math.imul(day ^ Math.imul(salt + 1, 0x9e3779b1), 0x85ebca6b) >>> 0;
  return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
}

function shuffled<T>(items: readonly T[], date: string): T[] {
  const left = [...items];
  return items.map((_, at) => left.splice(drawn(date, at, left.length), 1)[0] as T);
}

const byPosition = (a: Promo, b: Promo) => a.position - b.position;

/**
 * SRCH-31: the promos of a day by position, without their days; the first stays, the rest may change places (SRCH-19).
 * @param date `YYYY-MM-DD` where the dealer is
 */
export function promosOfDay(
  { promos, promoOffset, promoShuffle }: Pick<SearchConfig, 'promos' | 'promoOffset' | 'promoShuffle'>,
  date: string,
): Promo[] {
  const running = promos
    .filter(({ start, expiry }) => (start ?? date) <= date && date <= (expiry ?? date))
    .sort(byPosition);
  const [first, ...rest] = running;
  const ordered = promoShuffle && first ? [first, ...shuffled(rest, date)] : running;
  // The places do not change; their content does.
  return ordered
    .map(({ start: _, expiry: _expiry, ...promo }, at) => ({
      ...promo,
      position:
        (running[at]?.position ?? promo.position) +
        (promoOffset ? drawn(date, at + 100, MOST_PROMO_OFFSET + 1) : 0),
    }))
    .sort(byPosition);
}

/**
 * SRCH-31: whether a promo appears in a search of these conditions.
 * @param carTypes conditions searched; none is all
 */
export function isPromoShown(
  { display, strictDisplay }: Pick<Promo, 'display' | 'strictDisplay'>,
  carTypes: readonly string[],
): boolean {
  if (display === 'all') return !strictDisplay || carTypes.length === 0;
  if (strictDisplay) return carTypes.length === 1 && carTypes[0] === display;
  return carTypes.includes(display);
}

type Placed<T> = { kind: 'item'; item: T } | { kind: 'promo'; promo: Promo };

/**
 * SRCH-19: promos among the items of a page, each at its position from 1; one beyond the last item follows it.
 * @param promos in the order of their positions; of two for one place the second follows the first
 */
export function withPromos<T>(items: readonly T[], promos: readonly Promo[]): Placed<T>[] {
  const placed: Placed<T>[] = items.map((item) => ({ kind: 'item', item }));
  let next = 0;
  for (const promo of promos) {
    const at = Math.min(Math.max(promo.position - 1, next), placed.length);
    placed.splice(at, 0, { kind: 'promo', promo });
    next = at + 1;
  }
  return placed;
}

/** SRCH-13: of sold cars in a row the first stays, unless every one is sold. */
export function collapseSoldRuns<T>(hits: readonly T[], isSold: (hit: T) => boolean): T[] {
  if (hits.every(isSold)) return [...hits];
  return hits.filter((hit, at) => {
    const before = hits[at - 1];
    return !(isSold(hit) && before !== undefined && isSold(before));
  });
}

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
