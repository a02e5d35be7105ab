import type { Promo, SearchConfig } from '#src/config/sections/stock/search-section.ts';
import { isSellable } from '#src/features/vehicle/actions/card-tag.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import type { CardDocument } from './index/search-document.ts';
import type { SearchState } from './search-state.ts';

/** SRCH-19. */
export const MAX_PROMO_OFFSET = 2;

/** Pseudorandom, seeded by the date, so that all visitors see the same order until midnight. */
function pseudorandom(date: string, salt: number, below: number): number {
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
  const mixed = Math.imul(day ^ Math.imul(salt + 1, 0x9e3779b1), 0x85ebca6b) >>> 0;
  return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
}

function shuffled<T>(items: readonly T[], date: string): T[] {
  const left = [...items];
  return items.map((_, at) => left.splice(pseudorandom(date, at, left.length), 1)[0] as T);
}

const byPosition = (a: Promo, b: Promo) => a.position - b.position;

/**
 * SRCH-31: the promos that run on a date, sorted by position. The first keeps its position; the rest may be shuffled
 * (SRCH-19).
 * @param date `YYYY-MM-DD` in the dealer's time zone
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
  // Shuffling swaps the promos, not the positions.
  return ordered
    .map(({ start: _, expiry: _expiry, ...promo }, at) => ({
      ...promo,
      position:
        (running[at]?.position ?? promo.position) +
        (promoOffset ? pseudorandom(date, at + 100, MAX_PROMO_OFFSET + 1) : 0),
    }))
    .sort(byPosition);
}

/**
 * SRCH-31.
 * @param carTypes conditions in the search; empty means all
 */
export function isPromoShown(
  { display, strictDisplay }: Pick<Promo, 'display' | 'strictDisplay'>,
  carTypes: readonly string[],
): boolean {
  if (display === 'all') return !strictDisplay || carTypes.length === 0;
  if (strictDisplay) return carTypes.length === 1 && carTypes[0] === display;
  return carTypes.includes(display);
}

type ListEntry<T> = { kind: 'item'; item: T } | { kind: 'promo'; promo: Promo };

/**
 * SRCH-19: inserts promos at their 1-based positions; one beyond the last item is appended.
 * @param promos sorted by position; a promo whose position is taken follows the previous one
 */
export function withPromos<T>(items: readonly T[], promos: readonly Promo[]): ListEntry<T>[] {
  const entries: ListEntry<T>[] = items.map((item) => ({ kind: 'item', item }));
  let next = 0;
  for (const promo of promos) {
    const at = Math.min(Math.max(promo.position - 1, next), entries.length);
    entries.splice(at, 0, { kind: 'promo', promo });
    next = at + 1;
  }
  return entries;
}

/** SRCH-13: keeps only the first of consecutive sold vehicles, unless all are sold. */
export function collapseSoldRuns<T>(hits: readonly T[], isSold: (hit: T) => boolean): T[] {
  if (hits.every(isSold)) return [...hits];
  return hits.filter((hit, at) => {
    const before = hits[at - 1];
    return !(isSold(hit) && before !== undefined && isSold(before));
  });
}

type FoundCards = {
  hits: readonly CardDocument[];
  state: Pick<SearchState, 'page' | 'lists'>;
};

export type ResultItem = { entry: ListEntry<CardDocument>; key: string; isFirst: boolean };

export function resultItems({ hits, state }: FoundCards, all: readonly Promo[]): ResultItem[] {
  const cars = collapseSoldRuns(hits, (car) => !isSellable(car));
  const types = state.lists.car_type ?? [];
  // Promos appear on the first page only.
  const promos = state.page === 1 ? all.filter((promo) => isPromoShown(promo, types)) : [];
  return withPromos(cars, promos).map((entry) => ({
    entry,
    key: entry.kind === 'promo' ? `promo-${all.indexOf(entry.promo)}` : entry.item.id,
    isFirst: entry.kind !== 'promo' && entry.item === cars[0],
  }));
}
