import { expect, it } from 'vitest';
import { cardsInTurn, FIRST_CARDS, type FoundCards, moreCards } from './placed-cards.ts';
import { SAMPLE_CARDS } from './sample-cards.data.ts';

const [sample] = SAMPLE_CARDS;
if (!sample) throw new Error('There is no sample of a card');

const found = (...ids: string[]): FoundCards => ({
  hits: ids.map((id) => ({ ...sample.car, id, status: 'in_stock' })),
  state: { page: 1, lists: {} },
});
const keys = (newest: FoundCards, before?: FoundCards, drawn = FIRST_CARDS) =>
  cardsInTurn(newest, before, drawn, []).map(({ key }) => key);

const many = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`);

it('SRCH-07 the cards of a screen are drawn first, those before keep the room below them', () => {
  const [newest, before] = [many('new', 21), many('old', 21)];
  expect(keys(found(...newest), found(...before))).toEqual([
    ...newest.slice(0, FIRST_CARDS),
    ...before.slice(FIRST_CARDS),
  ]);
  expect(keys(found(...newest))).toEqual(newest);
});

it('SRCH-07 the others follow by and by, until all are of the newest results', () => {
  const [newest, before] = [many('new', 21), many('old', 21)];
  const drawn = [3, moreCards(3), moreCards(moreCards(3))];
  expect(drawn.map((count) => keys(found(...newest), found(...before), count))).toEqual([
    [...newest.slice(0, 3), ...before.slice(3)],
    [...newest.slice(0, 12), ...before.slice(12)],
    newest,
  ]);
});

it('SRCH-07 no car is drawn twice while cards change', () => {
  const before = many('car', 21);
  const newest = [...before].reverse();
  const drawn = keys(found(...newest), found(...before));
  expect(new Set(drawn).size).toBe(drawn.length);
});

it('SRCH-07 results that fit on a screen are all that is drawn', () => {
  expect(keys(found(...many('new', 3)), found(...many('old', 21)))).toEqual(many('new', 3));
});
