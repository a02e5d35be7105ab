import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Promo } from '#src/config/sections/stock/search-section.ts';
import { isPromoShown, MAX_PROMO_OFFSET, promosOfDay, withPromos } from './result-items.ts';

const promo = (position: number, more: Partial<Promo> = {}): Promo => ({
  position,
  display: 'all',
  strictDisplay: false,
  node: { title: `at ${position}`, text: '', note: '', label: 'Go', href: '/' },
  ...more,
});
const settings = (promos: Promo[], more = {}) => ({
  promos,
  promoOffset: false,
  promoShuffle: false,
  ...more,
});
const DAYS = Array.from({ length: 40 }, (_, at) =>
  new Date(Date.UTC(2026, 5, 1 + at)).toISOString().slice(0, 10),
);
const DAY = '2026-06-18';

it('SRCH-31 promos run from their start to their expiry, both days included, by position', () => {
  const promos = [
    promo(9),
    promo(2, { start: '2026-06-19' }),
    promo(3, { expiry: DAY }),
    promo(5, { expiry: '2026-06-17' }),
  ];
  expect(promosOfDay(settings(promos), DAY).map(({ position }) => position)).toEqual([3, 9]);
});

it('SRCH-19 an offset moves a promo by 0 to 2 places, the same all day and not always the same', () => {
  const offsets = DAYS.map((day) => {
    const [first] = promosOfDay(settings([promo(4)], { promoOffset: true }), day);
    expect(promosOfDay(settings([promo(4)], { promoOffset: true }), day)[0]).toEqual(first);
    return (first?.position ?? 0) - 4;
  });
  expect(new Set(offsets)).toEqual(new Set([0, 1, MAX_PROMO_OFFSET]));
  expect(promosOfDay(settings([promo(4)]), DAY)[0]?.position).toBe(4);
});

it('SRCH-19 shuffled promos keep the first and all their places', () => {
  const promos = [promo(2), promo(5), promo(8), promo(11)];
  const titles = DAYS.map((day) => {
    const shown = promosOfDay(settings(promos, { promoShuffle: true }), day);
    expect(shown.map(({ position }) => position)).toEqual([2, 5, 8, 11]);
    expect(shown[0]?.node.title).toBe('at 2');
    return shown.map(({ node }) => node.title).join();
  });
  expect(new Set(titles).size).toBeGreaterThan(3);
  expect(promosOfDay(settings(promos), DAY).map(({ node }) => node.title)).toEqual([
    'at 2',
    'at 5',
    'at 8',
    'at 11',
  ]);
});

it.each<[Promo['display'], boolean, string[], boolean]>([
  ['all', false, [], true],
  ['all', false, ['used'], true],
  ['all', true, [], true],
  ['all', true, ['used'], false],
  ['new', false, ['new', 'demo'], true],
  ['new', false, ['used'], false],
  ['new', false, [], false],
  ['new', true, ['new', 'demo'], false],
  ['new', true, ['new'], true],
])('SRCH-31 display %s, strict %s, in a search of %j: %s', (display, strictDisplay, types, shown) => {
  expect(isPromoShown({ display, strictDisplay }, types)).toBe(shown);
});

it('SRCH-19 no item is lost or moved past another by promos', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.array(fc.integer({ min: 1, max: 30 })), (items, positions) => {
      const placed = withPromos(
        items,
        positions.map((position) => promo(position)),
      );
      expect(placed.flatMap((each) => (each.kind === 'item' ? [each.item] : []))).toEqual(items);
      expect(placed).toHaveLength(items.length + positions.length);
    }),
  );
});

it('SRCH-19 promos are at their places in order, two for one place one after the other', () => {
  fc.assert(
    fc.property(
      fc.nat(21),
      fc.array(fc.integer({ min: 1, max: 23 }), { maxLength: 4 }),
      (count, positions) => {
        const promos = promosOfDay(settings(positions.map((position) => promo(position))), DAY);
        const placed = withPromos(Array(count).fill('car'), promos);
        const found = placed.flatMap((each, at) =>
          each.kind === 'promo' ? [{ at, promo: each.promo }] : [],
        );
        expect(found.map((each) => promos.indexOf(each.promo))).toEqual([...promos.keys()]);
        if (new Set(positions).size < positions.length) return;
        for (const [nth, { at, promo: each }] of found.entries()) {
          expect(at).toBe(Math.min(each.position - 1, count + nth));
        }
      },
    ),
  );
});

it('SRCH-19 shifted promos are still in the order of their places', () => {
  const close = [1, 2, 2, 3, 4].map((position) => promo(position));
  for (const day of DAYS) {
    const places = promosOfDay(settings(close, { promoOffset: true }), day).map(({ position }) => position);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }
});
