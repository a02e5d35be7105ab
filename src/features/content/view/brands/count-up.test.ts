import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COUNT_UP_MS, countUpValue } from './count-up.ts';

it('CONT-01 a figure counts up from zero to its value in two seconds', () => {
  expect(COUNT_UP_MS).toBe(2000);
  expect([0, 2000, 5000].map((ms) => countUpValue(50, ms))).toEqual([0, 50, 50]);
});

it('CONT-01 a figure never counts down, nor beyond its value', () => {
  const ms = fc.nat(3000);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), ms, ms, (figure, a, b) => {
      const [early, late] = [Math.min(a, b), Math.max(a, b)].map((at) => countUpValue(figure, at));
      expect(early).toBeLessThanOrEqual(late ?? 0);
      expect(late).toBeLessThanOrEqual(figure);
    }),
  );
});
