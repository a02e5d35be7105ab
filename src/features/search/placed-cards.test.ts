import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../tests/extent.ts';
import { cardsInTurn, moreCards, type PlacedCard, placedCards } from './placed-cards.ts';
import { SAMPLE_CARDS } from './sample-cards.data.ts';

const [sample] = SAMPLE_CARDS;
if (!sample) throw new Error('There is no sample of a card');

/** As many as a screen may show at once. */
const FIRST_CARDS = 6;

const found = (ids: readonly string[], before: readonly PlacedCard[] = [], first = FIRST_CARDS) =>
  placedCards(
    {
      hits: ids.map((id) => ({ ...sample.car, id, status: 'in_stock' })),
      state: { page: 1, lists: {} },
    },
    [],
    before,
    first,
  );
const names = (cards: readonly PlacedCard[]) => cards.map(({ name }) => name);
const keys = (cards: readonly PlacedCard[]) => cards.map(({ key }) => key);

const many = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`);

/** How many cards are drawn after each step, and what is on screen then, until all cards are the newest. */
function steps(newest: readonly PlacedCard[], before: readonly PlacedCard[], first: number) {
  const shown = [];
  for (let drawn = first; ; drawn = moreCards(drawn)) {
    const cards = cardsInTurn(newest, before, drawn);
    shown.push({ drawn, cards });
    if (cards === newest) return shown;
  }
}

/** Keys of the elements that React moves to make one list of another: those that were before one it has passed. */
function moved(from: readonly PlacedCard[], to: readonly PlacedCard[]): string[] {
  const places = new Map(from.map(({ key }, place) => [key, place]));
  let passed = -1;
  return keys(to).filter((key) => {
    const place = places.get(key) ?? passed;
    if (place < passed) return true;
    passed = place;
    return false;
  });
}

it('SRCH-07 the cards of a screen are drawn first, those before keep the room below them', () => {
  const before = found(many('old', 21));
  const newest = found(many('new', 21), before);
  expect(names(cardsInTurn(newest, before, FIRST_CARDS))).toEqual([
    ...many('new', FIRST_CARDS),
    ...many('old', 21).slice(FIRST_CARDS),
  ]);
});

it('SRCH-07 the others follow by and by, until all are of the newest results', () => {
  const before = found(many('old', 21));
  const newest = found(many('new', 21), before, 3);
  expect(steps(newest, before, 3).map(({ cards }) => names(cards))).toEqual([
    [...many('new', 3), ...many('old', 21).slice(3)],
    [...many('new', 12), ...many('old', 21).slice(12)],
    many('new', 21),
  ]);
});

it('SRCH-07 a card stays as it is where its car is on the same screen again', () => {
  const before = found(many('car', 21));
  expect(keys(found(['car3', 'car1', 'new'], before))).toEqual(keys(found(['car3', 'car1', 'new'])));
});

it('SRCH-07 a card from far below is made again, and no other is moved for it', () => {
  const before = found(many('car', 21));
  const newest = found(['car20', ...many('car', 20)], before);
  const first = cardsInTurn(newest, before, FIRST_CARDS);
  expect(moved(before, first)).toEqual([]);
  expect(names(first).filter((name) => name === 'car20')).toEqual(['car20']);
});

it('SRCH-07 whatever follows or interrupts whatever, no car is drawn twice, and no card below the drawn ones is moved', () => {
  const list = fc.uniqueArray(fc.integer({ min: 0, max: 40 }).map(String), { maxLength: 21 });
  const search = fc.record({ ids: list, stepsTaken: fc.integer({ min: 1, max: 4 }) });
  const searches = fc.array(search, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(list, searches, fc.integer({ min: 1, max: 9 }), (ids, searched, first) => {
      let before = found(ids);
      let shown: readonly PlacedCard[] = before;
      for (const { ids, stepsTaken } of searched) {
        const newest = found(ids, before, first);
        const isInterruption = shown !== before;
        for (const { drawn, cards } of steps(newest, before, first).slice(0, stepsTaken)) {
          expect(new Set(names(cards)).size).toBe(cards.length);
          expect(new Set(keys(cards)).size).toBe(cards.length);
          if (!isInterruption)
            expect(keys(cards).slice(0, drawn)).toEqual(expect.arrayContaining(moved(shown, cards)));
          shown = cards;
        }
        if (shown === newest) before = newest;
      }
    }),
    runs(2000),
  );
});

it('SRCH-07 results that fit on a screen are all that is drawn', () => {
  const before = found(many('old', 21));
  expect(names(cardsInTurn(found(many('new', 3), before), before, FIRST_CARDS))).toEqual(many('new', 3));
});
