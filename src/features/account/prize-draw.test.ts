import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allChances, oddsText, prizeOf, stopDegrees } from './prize-draw.ts';

const prizes = fc.array(fc.record({ chances: fc.integer({ min: 1, max: 40 }) }), {
  minLength: 1,
  maxLength: 12,
});

it('CONT-09 each prize has exactly its chances among all numbers that can be drawn', () => {
  fc.assert(
    fc.property(prizes, (fields) => {
      const drawn = Array.from({ length: allChances(fields) }, (_, number) => prizeOf(fields, number));
      for (const field of fields) expect(drawn.filter((each) => each === field)).toHaveLength(field.chances);
    }),
  );
});

it.each([-1, 3, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'CONT-09 %s of 3 chances draws nothing',
  (drawn) => {
    expect(() => prizeOf([{ chances: 1 }, { chances: 2 }], drawn)).toThrow(/not among the 3 chances/);
  },
);

it.each([
  [1, 20, '1 in 20'],
  [5, 100, '1 in 20'],
  [3, 20, '3 in 20'],
  [1, 10_000, '1 in 10,000'],
])('CONT-09 %d of %d chances is %s', (chances, all, text) => {
  expect(oddsText({ chances }, all)).toBe(text);
});

it('CONT-09 the wheel stops with the middle of the field at the pointer', () => {
  expect([0, 1, 2, 3].map((at) => stopDegrees(at, 4))).toEqual([315, 225, 135, 45]);
});
